/** /purchases: what was bought and what became of it, then every creation that came and went. */
import { Link } from '@tanstack/react-router'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { PageHead } from '@/ui/PageHead'
import { Ledger } from './parts/Ledger'
import { PurchaseList } from './parts/PurchaseList'
import * as words from './words'

export default function PurchasesPage() {
  useTitle(words.PURCHASES)
  const session = useSession()
  const { billing } = useSite()
  if (session.state !== 'in') return null
  return (
    <div className="wrap-page pb-8">
      <PageHead
        title={words.PURCHASES}
        lead={words.PURCHASES_LEAD}
        actions={
          billing ? (
            <Link {...paths.pricing()} className={buttonClass({ variant: 'primary' })}>
              {words.BACK_TO_PLANS}
            </Link>
          ) : null
        }
      />
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <PurchaseList />
        <Ledger />
      </div>
    </div>
  )
}
