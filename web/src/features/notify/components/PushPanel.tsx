/**
 * Push panel: says what notifications on this device are, and asks for permission after a click and never before. Shows
 * how this device stands, with a test and the way to stop; to everybody but administrators nothing where the address
 * allows none.
 */
import { Link } from '@tanstack/react-router'
import { BellOff, BellRing, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { Button } from '@/ui/Button'
import { Skeleton } from '@/ui/Skeleton'
import { usePush } from '../hooks/usePush'
import * as messages from '../messages'

/** The profile's part that chooses what one is notified of. */
export const SETTINGS_ID = 'notifications'

type PushPanelProps = {
  /** On pages other than the profile: with the way to it. */
  withSettings?: boolean
}

export function PushPanel({ withSettings }: PushPanelProps) {
  const { user } = useSession()
  const { name } = useSite()
  const push = usePush()
  const settings = withSettings ? (
    <p className="text-sm">
      <Link {...paths.profile()} hash={SETTINGS_ID} className="link inline-flex min-h-11 items-center">
        {messages.PUSH_SETTINGS}
      </Link>
    </p>
  ) : null

  switch (push.state) {
    case undefined:
      return push.failed ? (
        <Frame below={!withSettings} sign={<BellOff />} title={messages.PUSH_TITLE} text={messages.PUSH_STATE_FAILED}>
          <Button size="sm" onClick={push.retry}>
            {messages.RETRY}
          </Button>
        </Frame>
      ) : (
        <Skeleton className="h-44 rounded-card" />
      )
    case 'insecure':
      if (!user?.roles.includes('ADMIN')) return settings
      return (
        <Frame
          below={!withSettings}
          sign={<BellOff />}
          title={messages.PUSH_INSECURE}
          text={messages.PUSH_INSECURE_TEXT}
        >
          {settings}
        </Frame>
      )
    case 'unsupported':
      return (
        <Frame
          below={!withSettings}
          sign={<BellOff />}
          title={messages.PUSH_UNSUPPORTED}
          text={messages.PUSH_UNSUPPORTED_TEXT}
        >
          {settings}
        </Frame>
      )
    case 'denied':
      return (
        <Frame below={!withSettings} sign={<BellOff />} title={messages.PUSH_DENIED} text={messages.PUSH_DENIED_TEXT}>
          {settings}
        </Frame>
      )
    case 'off':
      return (
        <Frame below={!withSettings} sign={<Smartphone />} title={messages.PUSH_TITLE} text={messages.pushText(name)}>
          <Button variant="primary" busy={push.turnOn.isPending} onClick={() => push.turnOn.mutate()}>
            {messages.PUSH_ON}
          </Button>
          {settings}
        </Frame>
      )
    case 'on':
      return (
        <Frame below={!withSettings} sign={<BellRing />} on title={messages.PUSH_IS_ON} text={messages.PUSH_IS_ON_TEXT}>
          <div className="flex flex-wrap gap-x-3 gap-y-2.5">
            <Button size="sm" busy={push.test.isPending} onClick={() => push.test.mutate()}>
              {messages.PUSH_TEST}
            </Button>
            <Button variant="ghost" size="sm" busy={push.turnOff.isPending} onClick={() => push.turnOff.mutate()}>
              {messages.PUSH_OFF}
            </Button>
          </div>
          {settings}
        </Frame>
      )
  }
}

type FrameProps = {
  /** Stands in a part of a page that has a heading. */
  below: boolean
  sign: ReactNode
  on?: boolean
  title: string
  text: string
  children: ReactNode
}

function Frame({ below, sign, on, title, text, children }: FrameProps) {
  const Heading = below ? 'h3' : 'h2'
  return (
    <section
      aria-label={messages.PUSH_TITLE}
      className="grid content-start gap-3 rounded-card border border-line bg-surface p-5"
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={`grid size-9 shrink-0 place-items-center rounded-full [&_svg]:size-4.5 ${on ? 'bg-lawn-soft text-lawn' : 'bg-grey-soft text-muted'}`}
        >
          {sign}
        </span>
        <Heading className="text-base">{title}</Heading>
      </div>
      <p className="max-w-[64ch] text-muted text-sm">{text}</p>
      <div className="grid justify-items-start gap-2">{children}</div>
    </section>
  )
}
