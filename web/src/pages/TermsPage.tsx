/** /terms: the rules of taking and writing contests here. */
import { useSite } from '@/api/session'
import { PolicyFrame } from './parts/PolicyFrame'
import { terms } from './parts/policyWords'

export default function TermsPage() {
  return <PolicyFrame policy={terms(useSite())} />
}
