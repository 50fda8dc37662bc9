/** Pagination of a list: back, which one, and on. Nothing where there is one alone. */
import { Button } from '@/ui/Button'
import * as messages from '../messages'

export function Pagination({ page, pages, onShow }: { page: number; pages: number; onShow: (page: number) => void }) {
  if (pages < 2 && page < 2) return null
  return (
    <nav aria-label={messages.PAGES} className="mt-6 flex items-center justify-center gap-4">
      <Button size="sm" disabled={page <= 1} onClick={() => onShow(page - 1)}>
        {messages.PREVIOUS}
      </Button>
      <span className="num text-muted text-sm">{messages.pageSaid(page, pages)}</span>
      <Button size="sm" disabled={page >= pages} onClick={() => onShow(page + 1)}>
        {messages.NEXT}
      </Button>
    </nav>
  )
}
