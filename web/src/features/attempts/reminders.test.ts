/** When a reminder speaks, and what a refused permission leaves behind. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dropReminder, isReminded, setReminder, sorted } from './reminders'

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
