/** /privacy: what is stored about people, in sections that fold, with the site's theme at hand. */
import { useSite } from '@/api/session'
import { PolicyDarkMode } from './components/PolicyDarkMode'
import { PolicyFolds } from './components/PolicyFolds'
import { PolicyFrame } from './components/PolicyFrame'
import { privacy } from './policyMessages'

export default function PrivacyPage() {
  const policy = privacy(useSite())
  return (
    <PolicyFrame policy={policy} actions={<PolicyDarkMode />}>
      <PolicyFolds sections={policy.sections} />
    </PolicyFrame>
  )
}
