/** /purchases: what was bought and what became of it, then every creation that came and went. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { PageHead } from '@/ui/PageHead'
import { ledgerQuery, purchasesQuery } from '../api'
import { STEP as LEDGER_STEP, Ledger } from '../components/Ledger'
import { PurchaseList, STEP } from '../components/PurchaseList'
import * as messages from '../messages'

export default function PurchasesPage() {
  useTitle(messages.PURCHASES)
  const session = useSession()
  const { billing } = useSite()
  if (session.state !== 'in') return null
  return <Purchases billing={billing} />
}

function Purchases({ billing }: { billing: boolean }) {
  // On a phone the ledger stands below a list whose length nobody knows: it waits for it, and is fetched meanwhile.
  const { isPending } = useQuery(purchasesQuery(STEP))
  useQuery(ledgerQuery(LEDGER_STEP))
  return (
    <div className="wrap-page pb-8">
      <PageHead
        title={messages.PURCHASES}
        lead={messages.PURCHASES_LEAD}
        actions={
          billing ? (
            <Link {...paths.pricing()} className={buttonClass({ variant: 'primary' })}>
              {messages.BACK_TO_PLANS}
            </Link>
          ) : null
        }
      />
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <PurchaseList />
        {isPending ? null : <Ledger />}
      </div>
    </div>
  )
}
