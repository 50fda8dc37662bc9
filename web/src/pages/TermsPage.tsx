/** /terms: the rules of taking and writing contests here. */
import { useSite } from '@/api/session'
import { PolicyFrame } from './components/PolicyFrame'
import { terms } from './policyMessages'

export default function TermsPage() {
  return <PolicyFrame policy={terms(useSite())} />
}
