/** The inbox, the bell, the panel that asks for notifications, and the choices, with the server's answers given. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lastWords } from '@/api/session'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { inboxFrom, noteInbox } from './api'
import { NotificationBell } from './components/NotificationBell'
import { NotificationPreferences } from './components/NotificationPreferences'
import { PushDevices } from './components/PushDevices'
import { PushPanel } from './components/PushPanel'
import { UnreadNotices } from './components/UnreadNotices'
import * as messages from './messages'
import { ago, badgeOf, chosen, isMeant, kindsFor } from './model'
import InboxPage from './pages/InboxPage'

type Wire = {
  id: string
  about: string
  title: string
  body: string
  url: string
  createdAt: string
  readAt: string | null
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const wire = (id: number, part: Partial<Wire> = {}): Wire => ({
  id: String(id),
  about: 'results',
  title: `Notice ${id}`,
  body: 'Come and see.',
  url: '/result?contest=c1',
  createdAt: minutesAgo(id),
  readAt: null,
  ...part,
})
const listed = (notices: Wire[], unread = notices.filter(({ readAt }) => !readAt).length) => ({
  body: { success: true, notifications: notices, total: notices.length, unread },
})
const CHOICES = {
  body: {
    success: true,
    preferences: [
      { about: 'results', push: true, mail: false },
      { about: 'platform', push: true, mail: false },
    ],
    devices: [] as object[],
  },
}
const base = {
  'GET /checklogged': signedIn(),
  'GET /site': SITE,
  'GET /notifications': listed([wire(2), wire(1, { readAt: minutesAgo(1) })]),
  'GET /notifications/preferences': CHOICES,
  'POST /notifications/read': { body: { success: true, message: 'Marked as read' } },
}
const DONE = { body: { success: true, message: 'Done' } }

const Result = () => <h1>The result</h1>
const showInbox = (at = '/notifications') =>
  showPage({ '/notifications': InboxPage, '/result': Result }, at, 'site/member')

beforeEach(() => localStorage.setItem('userId1', 'u1'))
afterEach(() => vi.unstubAllGlobals())

describe('the words and numbers', () => {
  it('tell time without ticking', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const told = [10, 60, 59 * 60, 3 * 3600, 20 * 3600].map((s) => ago(now - s * 1000, now, 'UTC'))
    expect(told).toEqual(['just now', '1 min ago', '59 min ago', '3 h ago', 'yesterday, 04:00 PM'])
    expect([0, 1, 99, 100].map(badgeOf)).toEqual([null, '1', '99', '99+'])
  })

  it('keep kinds and choices apart', () => {
    const all = [
      { about: 'contest', push: true, mail: false },
      { about: 'platform', push: true, mail: false },
    ] as const
    expect(kindsFor(all, ['USER']).map(({ about }) => about)).toEqual(['contest'])
    expect(kindsFor(all, ['ADMIN', 'USER'])).toHaveLength(2)
    expect(chosen(all, { about: 'contest', push: false, mail: true })[0]).toEqual({
      about: 'contest',
      push: false,
      mail: true,
    })
    expect([isMeant('all', '7'), isMeant(['7'], '7'), isMeant(['8'], '7')]).toEqual([true, true, false])
  })

  it('read the live topic, and know what is new', () => {
    expect(inboxFrom({ topic: 'inbox' })).toBeNull()
    const say = (unread: number, id: number) => {
      const said = inboxFrom({ topic: 'inbox', unread, latest: wire(id) })
      if (!said) throw new Error('not read')
      return noteInbox(said)
    }
    expect(say(1, 4)).toMatchObject({ arrived: null })
    expect(say(2, 5)).toMatchObject({ changed: true, arrived: { id: '5' } })
    expect(say(2, 5)).toEqual({ changed: false, arrived: null })
    // The newest was removed: the one before it is no news.
    expect(say(1, 4)).toEqual({ changed: true, arrived: null })
  })
})

describe('the inbox', () => {
  it('lists what came; opening one marks it read and goes there', async () => {
    const calls = serverSays(base)
    const router = await showInbox()
    expect(await screen.findByText('1 unread')).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('link', { name: /Notice 2/ }))
    expect(await screen.findByRole('heading', { name: 'The result' })).toBeInTheDocument()
    expect(router.state.location.href).toBe('/result?contest=c1')
    expect(calls.find(({ path }) => path === '/notifications/read')?.body).toEqual({ ids: ['2'] })
  })

  it('never leaves this site', async () => {
    serverSays({ ...base, 'GET /notifications': listed([wire(3, { url: 'https://evil.example/' })]) })
    await showInbox()
    expect(await screen.findByRole('link', { name: /Notice 3/ })).toHaveAttribute('href', '/')
  })

  it('marks one and all as read', async () => {
    const calls = serverSays({ ...base, 'GET /notifications': listed([wire(3), wire(2)]) })
    await showInbox()
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Notice 3' }))
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
    const sent = calls.filter(({ path }) => path === '/notifications/read').map(({ body }) => body)
    expect(sent).toEqual([{ ids: ['3'] }, { all: true }])
  })

  it('takes a removal back, and sends one that stands', async () => {
    const calls = serverSays({ ...base, 'DELETE /notifications/2': DONE })
    const router = await showInbox()
    const gone = () => calls.filter(({ method }) => method === 'DELETE')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: Notice 2' }))
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(undo).toHaveFocus()
    await userEvent.click(undo)
    expect(screen.getByRole('link', { name: /Notice 2/ })).toBeInTheDocument()
    expect(gone()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Notice 2' }))
    // Leaving the page is moving on.
    await act(() => router.navigate({ to: '/result' }))
    await waitFor(() => expect(gone().map(({ path }) => path)).toEqual(['/notifications/2']))
  })

  describe('when nothing gets through any more', () => {
    /** Lists came; after that the server refuses everything of the inbox. */
    const open = async (status: number, code: string) => {
      let down = false
      const refused = { status, body: { code, message: 'Not now.' } }
      const calls = serverSays({
        ...base,
        'GET /notifications': () => (down ? refused : listed([wire(1), wire(2), wire(3)])),
        'POST /notifications/read': refused,
        'DELETE /notifications/2': refused,
      })
      const router = await showInbox()
      await screen.findByText('3 unread')
      down = true
      return { calls, router }
    }

    it('shows as unread what could not be marked', async () => {
      await open(400, 'x')
      await userEvent.click(screen.getByRole('button', { name: 'Mark as read: Notice 2' }))
      expect((await screen.findAllByText('Not now.')).length).toBeGreaterThan(0)
      expect(await screen.findByRole('button', { name: 'Mark as read: Notice 2' })).toBeInTheDocument()
      expect(screen.getByText('3 unread')).toBeInTheDocument()
      await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
      await waitFor(() => expect(screen.getAllByRole('button', { name: /^Mark as read/ })).toHaveLength(3))
      expect(screen.getByText('3 unread')).toBeInTheDocument()
    })

    it('puts back what could not be removed, where it was', async () => {
      await open(400, 'x')
      await userEvent.click(screen.getByRole('button', { name: 'Remove: Notice 2' }))
      await act(() => Promise.all([...lastWords].map((say) => say())))
      expect((await screen.findAllByText('Not now.')).length).toBeGreaterThan(0)
      const titles = screen.getAllByRole('button', { name: /^Remove/ }).map((one) => one.getAttribute('aria-label'))
      expect(titles).toEqual(['Remove: Notice 1', 'Remove: Notice 2', 'Remove: Notice 3'])
      expect(screen.getByText('3 unread')).toBeInTheDocument()
    })

    it('is silent about a removal that came after the log-out', async () => {
      const { calls, router } = await open(401, 'logged_out')
      await userEvent.click(screen.getByRole('button', { name: 'Remove: Notice 2' }))
      await act(() => router.navigate({ to: '/result' }))
      await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
      // What must not happen has this long: less than it takes proves less and fails nothing.
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
      expect(screen.queryByText('Not now.')).not.toBeInTheDocument()
    })
  })

  it('goes on beside the unread one that went, and at the tab when it was the last', async () => {
    let left = [wire(1), wire(2)]
    serverSays({
      ...base,
      'GET /notifications': () => listed(left),
      'POST /notifications/read': ({ body }) => {
        left = left.filter((one) => !(body as { ids: string[] }).ids.includes(one.id))
        return DONE
      },
    })
    await showInbox('/notifications?show=unread')
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Notice 2' }))
    await waitFor(() => expect(screen.queryByText('Notice 2')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('link', { name: /Notice 1/ })).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read: Notice 1' }))
    await waitFor(() => expect(screen.queryByText('Notice 1')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('tab', { name: /^Unread/ })).toHaveFocus())
  })

  it('shows unread ones apart, and says when there is nothing and when it failed', async () => {
    const calls = serverSays({ ...base, 'GET /notifications': listed([]) })
    await showInbox('/notifications?show=unread')
    expect(await screen.findByRole('heading', { name: 'All read' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: /^All/ }))
    expect(await screen.findByRole('heading', { name: 'Nothing here yet' })).toBeInTheDocument()
    expect(calls.filter(({ path }) => path === '/notifications')).toHaveLength(2)
    serverSays({ ...base, 'GET /notifications': { status: 403, body: { code: 'x', message: 'Not today.' } } })
    await showInbox()
    expect(await screen.findByText('Not today.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })
})

describe('the bell', () => {
  it('shows the newest behind it', async () => {
    serverSays(base)
    await showPage({ '/': NotificationBell, '/result': Result }, '/')
    await userEvent.click(screen.getByRole('button', { name: /^Notifications/ }))
    const panel = await screen.findByRole('dialog', { name: 'Notifications' })
    const list = await within(panel).findByRole('list', { name: 'Notifications' })
    expect(within(list).getAllByRole('link')).toHaveLength(2)
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument()
    expect(within(panel).getByRole('link', { name: messages.SEE_ALL })).toHaveAttribute('href', '/notifications')
    await userEvent.click(within(list).getByRole('link', { name: /Notice 1/ }))
    expect(await screen.findByRole('heading', { name: 'The result' })).toBeInTheDocument()
  })

  it('asks for the number where the stream does not come', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      serverSays({ ...base, 'GET /notifications': listed([wire(1)], 7) })
      await showPage({ '/': NotificationBell }, '/')
      await act(() => vi.advanceTimersByTimeAsync(9000))
      expect(await screen.findByRole('button', { name: 'Notifications, 7 unread' })).toBeInTheDocument()
    } finally {
      vi.useRealTimers()
    }
  })

  it('tells the dashboard what is unread', async () => {
    serverSays({ ...base, 'GET /notifications': listed([wire(2)], 6) })
    const Dash = () => <UnreadNotices now={Date.now()} />
    await showPage({ '/': Dash }, '/')
    const region = await screen.findByRole('region', { name: 'Unread notifications' })
    expect(within(region).getByRole('link', { name: 'All notifications, 5 more unread' })).toBeInTheDocument()
  })
})

/** A browser that can push, as far as the panel looks. */
function pushBrowser(permission: NotificationPermission, asked: NotificationPermission = permission) {
  const subscription = {
    endpoint: 'https://push.example/here',
    options: {},
    toJSON: () => ({ endpoint: 'https://push.example/here', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => {
      held = null
      return true
    }),
  }
  let held: typeof subscription | null = null
  const subscribe = vi.fn(async () => {
    held = subscription
    return subscription
  })
  const permissions = { permission, requestPermission: vi.fn(async () => (permissions.permission = asked)) }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', permissions)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager: { getSubscription: async () => held, subscribe } }) },
  })
  return { subscription, subscribe, permissions }
}

describe('the panel', () => {
  const Panel = () => <PushPanel />
  afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

  it('asks after a click only, subscribes, tests and stops', async () => {
    const { subscribe, subscription, permissions } = pushBrowser('default', 'granted')
    const devices: object[] = []
    const calls = serverSays({
      ...base,
      'GET /push/key': { body: { success: true, key: 'BCVx' } },
      'GET /notifications/preferences': () => ({ body: { ...CHOICES.body, devices: [...devices] } }),
      'PUT /push/subscription': () => {
        devices.push({ id: '1', label: 'Chrome', endpoint: subscription.endpoint, createdAt: minutesAgo(0) })
        return DONE
      },
      'DELETE /push/subscription': () => {
        devices.pop()
        return DONE
      },
      'POST /push/test': { status: 202, body: { success: true, message: 'On its way.' } },
    })
    await showPage({ '/': Panel }, '/')
    const button = await screen.findByRole('button', { name: messages.PUSH_ON })
    expect(permissions.requestPermission).not.toHaveBeenCalled()
    await userEvent.click(button)
    expect(await screen.findByText(messages.PUSH_IS_ON)).toBeInTheDocument()
    expect(subscribe).toHaveBeenCalledOnce()
    expect(calls.find(({ method, path }) => method === 'PUT' && path === '/push/subscription')?.body).toEqual({
      endpoint: 'https://push.example/here',
      keys: { p256dh: 'p', auth: 'a' },
    })
    await userEvent.click(screen.getByRole('button', { name: messages.PUSH_TEST }))
    expect(await screen.findByText('On its way.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: messages.PUSH_OFF }))
    expect(await screen.findByRole('button', { name: messages.PUSH_ON })).toBeInTheDocument()
    expect(subscription.unsubscribe).toHaveBeenCalledOnce()
  })

  it('says how a no is taken back', async () => {
    pushBrowser('default', 'denied')
    serverSays(base)
    await showPage({ '/': Panel }, '/')
    await userEvent.click(await screen.findByRole('button', { name: messages.PUSH_ON }))
    expect(await screen.findByText(messages.PUSH_DENIED_TEXT)).toBeInTheDocument()
  })

  it('tells administrators, and nobody else, that https is missing', async () => {
    vi.stubGlobal('isSecureContext', false)
    serverSays({ ...base, 'GET /checklogged': signedIn('ADMIN') })
    await showPage({ '/': Panel }, '/')
    expect(await screen.findByText(messages.PUSH_INSECURE)).toBeInTheDocument()
    cleanup()
    const calls = serverSays(base)
    const Settled = () => <PushPanel withSettings />
    await showPage({ '/x': Settled }, '/x')
    expect(await screen.findByRole('link', { name: messages.PUSH_SETTINGS })).toBeInTheDocument()
    await waitFor(() => expect(calls.some(({ path }) => path === '/checklogged')).toBe(true))
    // What must not happen has this long: less than it takes proves less and fails nothing.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByText(messages.PUSH_INSECURE)).not.toBeInTheDocument()
  })

  it('says when this browser cannot', async () => {
    vi.stubGlobal('isSecureContext', true)
    serverSays(base)
    await showPage({ '/': Panel }, '/')
    expect(await screen.findByText(messages.PUSH_UNSUPPORTED)).toBeInTheDocument()
  })
})

describe('the choices', () => {
  it('are kept one by one, and fall back when they are not', async () => {
    const preferences = [{ about: 'results', push: true, mail: false }]
    const answer = () => ({ body: { success: true, preferences: structuredClone(preferences), devices: [] } })
    let fails = false
    const calls = serverSays({
      ...base,
      'GET /notifications/preferences': answer,
      'PUT /notifications/preferences': ({ body }) => {
        if (fails) return { status: 400, body: { code: 'invalid', message: 'No.' } }
        preferences[0] = (body as { preferences: typeof preferences }).preferences[0] as (typeof preferences)[0]
        return answer()
      },
    })
    await showPage({ '/': NotificationPreferences }, '/')
    const push = await screen.findByRole('checkbox', { name: 'Results: on devices' })
    expect(push).toBeChecked()
    await userEvent.click(push)
    expect(await screen.findByText('Saved')).toBeInTheDocument()
    expect(push).not.toBeChecked()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Results: by e-mail' }))
    await waitFor(() => expect(preferences[0]).toEqual({ about: 'results', push: false, mail: true }))
    fails = true
    await userEvent.click(push)
    expect(await screen.findByText('No.')).toBeInTheDocument()
    await waitFor(() => expect(push).not.toBeChecked())
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(3)
  })

  it('fall back also where they cannot be asked for again', async () => {
    let down = false
    const refused = { status: 400, body: { code: 'x', message: 'No.' } }
    serverSays({
      ...base,
      'GET /notifications/preferences': () => (down ? refused : CHOICES),
      'PUT /notifications/preferences': refused,
    })
    await showPage({ '/': NotificationPreferences }, '/')
    const push = await screen.findByRole('checkbox', { name: 'Results: on devices' })
    const mail = await screen.findByRole('checkbox', { name: 'Results: by e-mail' })
    down = true
    await userEvent.click(push)
    await userEvent.click(mail)
    expect(await screen.findByText('No.')).toBeInTheDocument()
    await waitFor(() => expect(push).toBeChecked())
    expect(mail).not.toBeChecked()
  })

  it('leave out mail where there is none', async () => {
    serverSays({ ...base, 'GET /site': { body: { ...SITE.body, mail: false } } })
    await showPage({ '/': NotificationPreferences }, '/')
    expect(await screen.findByText(messages.NO_MAIL)).toBeInTheDocument()
    expect(screen.queryByRole('checkbox', { name: /by e-mail/ })).not.toBeInTheDocument()
    // Of the platform only those who run it are told.
    expect(screen.queryByText(messages.ABOUT.platform.label)).not.toBeInTheDocument()
  })

  it('list devices and forget one', async () => {
    const device = { id: '5', label: 'Safari on iPhone', endpoint: 'https://push.example/5', createdAt: minutesAgo(90) }
    const calls = serverSays({
      ...base,
      'GET /notifications/preferences': { body: { ...CHOICES.body, devices: [device] } },
      'DELETE /push/subscription': DONE,
    })
    await showPage({ '/': PushDevices }, '/')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: Safari on iPhone' }))
    const asked = await screen.findByRole('dialog', { name: messages.DEVICE_REMOVE_TITLE })
    await userEvent.click(within(asked).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ endpoint: 'https://push.example/5' }),
    )
  })
})
