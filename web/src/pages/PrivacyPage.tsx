/** /privacy: what is stored about people, in sections that fold, with the site's theme at hand. */
import { useSite } from '@/api/session'
import { PolicyDarkMode } from './parts/PolicyDarkMode'
import { PolicyFolds } from './parts/PolicyFolds'
import { PolicyFrame } from './parts/PolicyFrame'
import { privacy } from './parts/policyWords'

export default function PrivacyPage() {
  const policy = privacy(useSite())
  return (
    <PolicyFrame policy={policy} actions={<PolicyDarkMode />}>
      <PolicyFolds sections={policy.sections} />
    </PolicyFrame>
  )
}
