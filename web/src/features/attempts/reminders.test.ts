/** When a reminder speaks and how, and what a refused permission leaves behind. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawToasts, type ToastItem } from '@/ui/toast'
import { STARTS_SOON } from './messages'
import { dropReminder, isReminded, setReminder, sorted, startReminders } from './reminders'

const at = (startsAt: number) => ({ id: `c${startsAt}`, title: 'Quiz', startsAt })

describe('sorted', () => {
  it('speaks from a minute before the start until ten minutes after', () => {
    const start = 1_000_000
    expect(sorted([at(start)], start - 60_001)).toEqual({ due: [], later: [at(start)] })
    expect(sorted([at(start)], start - 60_000).due).toHaveLength(1)
    expect(sorted([at(start)], start + 599_999).due).toHaveLength(1)
    expect(sorted([at(start)], start + 600_000)).toEqual({ due: [], later: [] })
  })
})

describe('permission', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
  })

  it('is asked once and keeps the reminder', async () => {
    const requestPermission = vi.fn(async () => 'granted' as NotificationPermission)
    vi.stubGlobal('Notification', { permission: 'default', requestPermission })
    expect(await setReminder(at(5))).toBe('set')
    expect(requestPermission).toHaveBeenCalledOnce()
    expect(isReminded('c5')).toBe(true)
    dropReminder('c5')
    expect(isReminded('c5')).toBe(false)
  })

  it('refused leaves nothing', async () => {
    vi.stubGlobal('Notification', { permission: 'denied', requestPermission: vi.fn() })
    expect(await setReminder(at(5))).toBe('denied')
    expect(isReminded('c5')).toBe(false)
  })
})

describe('when the time has come', () => {
  const notices: ToastItem[] = []
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('isSecureContext', true)
    notices.length = 0
    drawToasts((one) => {
      notices.push(one)
      return undefined
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    localStorage.clear()
  })

  type Worker = { showNotification: (title: string) => Promise<void> }
  /** Reminds in a browser; gives what its own notifications said. */
  async function remind({ worker, page }: { worker: Worker | undefined; page: (title: string) => object }) {
    const getRegistration = async () => worker
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { getRegistration } }))
    class Shown {
      static permission = 'granted'
      constructor(title: string) {
        // biome-ignore lint/correctness/noConstructorReturn: what the test looks at
        return page(title)
      }
    }
    vi.stubGlobal('Notification', Shown)
    await setReminder(at(Date.now() + 30_000))
    startReminders()
    await vi.advanceTimersByTimeAsync(6000)
  }
  /** As Chrome on Android does, where only a worker shows notifications. */
  const refuse = () => {
    throw new TypeError("Failed to construct 'Notification': Illegal constructor.")
  }
  const texts = () => notices.map(({ text }) => text)
  const IN_PAGE = [`Quiz: ${STARTS_SOON}`]

  it('the worker speaks, where there is one', async () => {
    const said: string[] = []
    await remind({ worker: { showNotification: async (title) => void said.push(title) }, page: refuse })
    expect([said, texts()]).toEqual([['Quiz'], []])
  })

  it('the page speaks, where there is none', async () => {
    const said: string[] = []
    await remind({ worker: undefined, page: (title) => ({ title: said.push(title) }) })
    expect([said, texts()]).toEqual([['Quiz'], []])
  })

  it('a notice in the page says it, where the browser has no way', async () => {
    await remind({ worker: undefined, page: refuse })
    expect(texts()).toEqual(IN_PAGE)
  })

  it('and where the worker shows nothing, as after the permission was taken back', async () => {
    await remind({ worker: { showNotification: () => Promise.reject(new TypeError('No permission')) }, page: refuse })
    expect(texts()).toEqual(IN_PAGE)
  })

  it('and where the page shows nothing', async () => {
    const made: { onerror?: () => void } = {}
    await remind({ worker: undefined, page: () => made })
    expect(texts()).toEqual([])
    made.onerror?.()
    expect(texts()).toEqual(IN_PAGE)
  })
})
