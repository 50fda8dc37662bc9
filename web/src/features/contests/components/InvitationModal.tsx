/**
 * Invitation dialog: the link by which people come into a private contest, made here, handed on as a link, a QR code or
 * by the device's own sheet, replaced and revoked after asking once.
 */
import { useQuery } from '@tanstack/react-query'
import { Copy, Download, Link2, RefreshCw, Share2, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { saveBlob, saveFile } from '@/lib/saveFile'
import { formatDate, localTimes } from '@/lib/time'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { ShareButton } from '@/ui/ShareButton'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { invitationQuery } from '../api'
import {
  INVITATION,
  INVITATION_CHANGE_FAILED,
  INVITATION_FAILED,
  KEEP_LINK,
  LINK_COPIED,
  LINK_SELECTED,
  MAKE_LINK,
  NO_LINK,
  NO_LINK_TEXT,
  PUBLIC_ANYWAY,
  REPLACE,
  REVOKE,
  SAVE_QR,
  SAVE_QR_SVG,
  SHARE_PUBLIC,
} from '../messages'
import { type Contest, type Invitation, shortId } from '../model'
import { useMakeInvitation, useRevokeInvitation } from '../mutations'
import { InvitationQr, qrFile, qrPicture } from './InvitationQr'

type InvitationModalProps = { contest: Contest; open: boolean; onClose: () => void }

const ICON = 'size-4'

export function InvitationModal({ contest, open, onClose }: InvitationModalProps) {
  return (
    <Modal open={open} onClose={onClose} title={INVITATION} description={contest.title}>
      <Body contest={contest} />
    </Modal>
  )
}

function Body({ contest }: { contest: Contest }) {
  const invitation = useQuery(invitationQuery(contest.id))
  const making = useMakeInvitation(contest.id, () => {})
  if (invitation.isPending) {
    return (
      <div role="status" aria-label="Loading the link" className="grid gap-5 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <Skeleton className="size-44" />
        <Skeleton className="h-44 w-full" />
      </div>
    )
  }
  if (invitation.isError && !invitation.data) {
    return (
      <ErrorState
        title={INVITATION}
        text={failureText(invitation.error, INVITATION_FAILED)}
        onRetry={() => void invitation.refetch()}
      />
    )
  }
  return (
    <div className="grid gap-5">
      {contest.isPublic ? (
        <div className="grid justify-items-start gap-3">
          <Alert tone="sky" className="w-full">
            {PUBLIC_ANYWAY}
          </Alert>
          {/* Its own address: who opens it needs no invitation, and it stays when the link is replaced. */}
          <ShareButton label={SHARE_PUBLIC} title={contest.title} path={hrefOf(paths.myContest(contest.id))} />
        </div>
      ) : null}
      {invitation.data ? (
        <Link key={invitation.data.token} contest={contest} invitation={invitation.data} />
      ) : (
        <div className="grid justify-items-start gap-2">
          <h3 className="text-base">{NO_LINK}</h3>
          <p className="max-w-[60ch] text-muted">{NO_LINK_TEXT}</p>
          {making.error ? (
            <Alert tone="brick" className="mt-2">
              {failureText(making.error, INVITATION_CHANGE_FAILED)}
            </Alert>
          ) : null}
          <Button
            variant="primary"
            className="mt-3"
            busy={making.isPending}
            icon={<Link2 aria-hidden="true" className="size-4.5" />}
            onClick={() => making.mutate()}
          >
            {MAKE_LINK}
          </Button>
        </div>
      )}
    </div>
  )
}

function Link({ contest, invitation }: { contest: Contest; invitation: Invitation }) {
  const { timeZone } = useSite()
  const field = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null)
  const making = useMakeInvitation(contest.id, () => setAsking(null))
  const revoking = useRevokeInvitation(contest.id, () => setAsking(null))
  const url = `${location.origin}${hrefOf(paths.invite(invitation.token))}`
  const { accepted, madeAt } = invitation

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast.success(LINK_COPIED)
    } catch {
      // No clipboard without https: the person's own keys still work.
      field.current?.focus()
      field.current?.select()
      toast.info(LINK_SELECTED)
    }
  }
  const share = async () => {
    try {
      await navigator.share({ title: contest.title, url })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }

  const fileName = `invitation-${shortId(contest.id)}`
  const saveSvg = () => saveFile(qrFile(url), `${fileName}.svg`, 'image/svg+xml')
  const savePicture = async () => {
    const picture = await qrPicture(url)
    if (picture) saveBlob(picture, `${fileName}.png`)
    else saveSvg()
  }

  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="grid w-52 content-start gap-1.5 justify-self-center sm:w-44 sm:justify-self-start">
        <InvitationQr text={url} className="mb-1.5 w-full" />
        <Button size="sm" icon={<Download aria-hidden="true" className={ICON} />} onClick={() => void savePicture()}>
          {SAVE_QR}
        </Button>
        <Button size="sm" variant="ghost" aria-label={SAVE_QR_SVG.name} onClick={saveSvg}>
          {SAVE_QR_SVG.label}
        </Button>
      </div>
      <div className="grid content-start gap-4">
        <TextField
          ref={field}
          label="Link"
          readOnly
          value={url}
          className="min-w-0"
          onFocus={(event) => event.target.select()}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" icon={<Copy aria-hidden="true" className={ICON} />} onClick={() => void copy()}>
            Copy
          </Button>
          {'share' in navigator ? (
            <Button icon={<Share2 aria-hidden="true" className={ICON} />} onClick={() => void share()}>
              Share
            </Button>
          ) : null}
        </div>
        <p className="num text-muted text-sm">
          <span className="font-semibold text-ink">{cameIn(accepted)}</span> The link was made on{' '}
          <span title={localTimes(madeAt)}>{formatDate(madeAt, timeZone)}</span>.
        </p>
      </div>
      <div className="border-line border-t pt-4 sm:col-span-2">
        {asking === null ? (
          <div className="flex flex-wrap gap-3">
            <Button
              size="sm"
              icon={<RefreshCw aria-hidden="true" className={ICON} />}
              onClick={() => setAsking('replace')}
            >
              {REPLACE.open}
            </Button>
            <Button size="sm" icon={<Trash2 aria-hidden="true" className={ICON} />} onClick={() => setAsking('revoke')}>
              {REVOKE.open}
            </Button>
          </div>
        ) : (
          <AskFirst
            words={asking === 'replace' ? REPLACE : REVOKE}
            busy={making.isPending || revoking.isPending}
            onYes={() => (asking === 'replace' ? making : revoking).mutate()}
            onNo={() => setAsking(null)}
          >
            {making.error || revoking.error ? (
              <Alert tone="brick">{failureText(making.error ?? revoking.error, INVITATION_CHANGE_FAILED)}</Alert>
            ) : null}
          </AskFirst>
        )}
      </div>
    </div>
  )
}

function cameIn(accepted: number): string {
  if (accepted === 0) return 'Nobody has come in yet.'
  return accepted === 1 ? 'One person has come in.' : `${accepted} people have come in.`
}

type AskFirstProps = {
  words: { title: string; text: string; yes: string }
  busy: boolean
  onYes: () => void
  onNo: () => void
  children: ReactNode
}

/** In its place instead of over the window: a window over a window hides what the question is about. */
function AskFirst({ words, busy, onYes, onNo, children }: AskFirstProps) {
  const [titleId, textId] = [useId(), useId()]
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    <div role="alertdialog" aria-labelledby={titleId} aria-describedby={textId} className="grid gap-3">
      <div>
        <h3 id={titleId} className="text-base">
          {words.title}
        </h3>
        <p id={textId} className="mt-1 text-muted text-sm">
          {words.text}
        </p>
      </div>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button ref={no} onClick={onNo}>
          {KEEP_LINK}
        </Button>
        <Button variant="danger" busy={busy} onClick={onYes}>
          {words.yes}
        </Button>
      </div>
    </div>
  )
}
