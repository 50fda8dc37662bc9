/** Dates in foreign zones, wall times around daylight saving, spans in words. */
import { describe, expect, it, vi } from 'vitest'
import {
  formatClock,
  formatDate,
  formatDay,
  formatNear,
  formatRange,
  formatRelative,
  formatSpan,
  formatTime,
  isSkipped,
  localTimes,
  NO_DATE,
  parseZoned,
  zonedParts,
  zoneNote,
} from './time'

const KOLKATA = 'Asia/Kolkata'
const BERLIN = 'Europe/Berlin'

describe('formatDate', () => {
  it('shows year, short month, day, hour and minute in the given zone', () => {
    expect(formatDate('2026-11-20T12:30:00.000Z', KOLKATA)).toBe('Nov 20, 2026, 06:00 PM')
    expect(formatDate('2026-11-20T20:30:00.000Z', KOLKATA)).toBe('Nov 21, 2026, 02:00 AM')
    expect(formatDate('2026-11-20T12:30:00.000Z', 'UTC')).toBe('Nov 20, 2026, 12:30 PM')
  })
  it.each([undefined, null, '', 'soon'])('says so when there is no date (%s)', (when) => {
    expect(formatDate(when, KOLKATA)).toBe(NO_DATE)
  })
  it('says UTC when the zone is unknown, and never falls back to the device', () => {
    const device = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    expect(formatDate('2026-11-20T12:30:00.000Z', 'Mars/Olympus')).toBe('Nov 20, 2026, 12:30 PM UTC')
    expect(formatTime('2026-11-20T12:30:00.000Z', 'Mars/Olympus')).toBe('12:30 PM UTC')
    expect(formatDay('2026-11-20T23:30:00.000Z', 'Mars/Olympus')).toBe('Nov 20, 2026')
    expect(zonedParts('2026-11-20T23:30:00.000Z', 'Mars/Olympus')).toEqual({ date: '2026-11-20', time: '23:30' })
    expect(parseZoned('2026-11-20', '23:30', 'Mars/Olympus')).toBe('2026-11-20T23:30:00.000Z')
    expect(device).not.toHaveBeenCalled()
    device.mockRestore()
  })
  it('asks for a zone of a new name by its older one, where the browser does not know it', () => {
    class OldFormat extends Intl.DateTimeFormat {
      constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
        if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone specified: Europe/Kyiv')
        super(locale, options)
      }
    }
    vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: OldFormat } }))
    expect(formatDate('2026-11-20T12:30:00.000Z', 'Europe/Kyiv')).toBe('Nov 20, 2026, 02:30 PM')
    expect(zoneNote('Europe/Kyiv')).toBe('Times are in the institute’s zone (Europe/Kyiv).')
    vi.unstubAllGlobals()
  })
})

describe('formatRange', () => {
  const from = '2026-11-20T13:00:00Z'
  it.each([
    [from, '2026-11-20T15:00:00Z', 'Nov 20, 2026, 06:30 PM – 08:30 PM'],
    [from, '2026-11-20T22:00:00Z', 'Nov 20, 2026, 06:30 PM – Nov 21, 2026, 03:30 AM'],
    [from, null, 'Nov 20, 2026, 06:30 PM'],
    [null, null, NO_DATE],
  ])('%s to %s is %s', (start, end, words) => {
    expect(formatRange(start, end, KOLKATA)).toBe(words)
  })
})

describe('formatNear', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  it.each([
    ['2026-11-20T15:30:00Z', 'today, 09:00 PM'],
    ['2026-11-20T18:45:00Z', 'tomorrow, 12:15 AM'],
    ['2026-11-23T12:30:00Z', 'Mon, 06:00 PM'],
    ['2026-11-19T12:30:00Z', 'yesterday, 06:00 PM'],
    ['2026-12-20T12:30:00Z', 'Dec 20, 2026, 06:00 PM'],
  ])('%s is %s', (when, words) => {
    expect(formatNear(when, now, KOLKATA)).toBe(words)
  })
})

describe('parseZoned and zonedParts', () => {
  it('are inverse in a zone with a half hour', () => {
    expect(parseZoned('2026-11-20', '18:00', KOLKATA)).toBe('2026-11-20T12:30:00.000Z')
    expect(zonedParts('2026-11-20T12:30:00.000Z', KOLKATA)).toEqual({ date: '2026-11-20', time: '18:00' })
  })
  it('are inverse for every hour of a year with daylight saving, skipped hour aside', () => {
    for (let ms = Date.parse('2026-01-01T00:00:00Z'); ms < Date.parse('2027-01-01T00:00:00Z'); ms += 3_600_000) {
      const { date, time } = zonedParts(ms, BERLIN)
      const back = Date.parse(parseZoned(date, time, BERLIN) ?? '')
      // The hour that happens twice is read as the first.
      expect([0, -3_600_000]).toContain(back - ms)
    }
  })
  it.each([
    ['2026-03-29', '02:00', BERLIN],
    ['2026-03-29', '02:59', BERLIN],
    ['2026-03-08', '02:30', 'America/New_York'],
    // Half an hour is skipped.
    ['2026-10-04', '02:15', 'Australia/Lord_Howe'],
    // A whole day.
    ['2011-12-30', '12:00', 'Pacific/Apia'],
  ])('takes no skipped wall time (%s %s, %s)', (date, time, zone) => {
    expect(parseZoned(date, time, zone)).toBeNull()
    expect(isSkipped(`${date}T${time}`, zone)).toBe(true)
  })
  it('calls only a skipped time skipped', () => {
    for (const field of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T02:30', '', '2026-02-30T10:00']) {
      expect(isSkipped(field, BERLIN)).toBe(false)
    }
  })
  it('names the zone, and which of two equal times is meant', () => {
    expect(zoneNote(KOLKATA, '2026-10-25T02:30', '')).toBe('Times are in the institute’s zone (Asia/Kolkata).')
    expect(zoneNote(BERLIN, '2026-10-25T01:30', '2026-10-25T02:30')).toBe(
      'Times are in the institute’s zone (Europe/Berlin). The clocks go back that night and 02:30 comes twice; the earlier one is meant.',
    )
    expect(zoneNote('Mars/Olympus')).toBe(
      'This browser does not know the institute’s zone (Mars/Olympus), so times are in UTC.',
    )
  })
  it('reads a wall time that happens twice as the first', () => {
    expect(parseZoned('2026-10-25', '02:30', BERLIN)).toBe('2026-10-25T00:30:00.000Z')
  })
  it.each([
    ['2026-02-30', '10:00'],
    ['2026-2-3', '10:00'],
    ['2026-02-03', '24:00'],
    ['', '10:00'],
    ['2026-02-03', ''],
  ])('refuses %s %s', (date, time) => {
    expect(parseZoned(date, time, KOLKATA)).toBeNull()
  })
  it('keeps midnight', () => {
    expect(zonedParts('2026-11-19T18:30:00.000Z', KOLKATA)).toEqual({ date: '2026-11-20', time: '00:00' })
  })
})

describe('spans', () => {
  it.each([
    [0, '0 s'],
    [40_000, '40 s'],
    [760_000, '12 min 40 s'],
    [720_000, '12 min'],
    [3 * 3_600_000, '3 h'],
    [3 * 3_600_000 + 20 * 60_000, '3 h 20 min'],
    [86_400_000, '1 day'],
    [2 * 86_400_000 + 4 * 3_600_000, '2 days 4 h'],
    [9 * 86_400_000 + 1, '9 days'],
  ])('%i ms is %s', (ms, words) => {
    expect(formatSpan(ms)).toBe(words)
  })
  it('counts a started second as a whole one, so 00:00:00 means over', () => {
    expect(formatClock(1)).toBe('00:00:01')
    expect(formatClock(0)).toBe('00:00:00')
    expect(formatClock(-5)).toBe('00:00:00')
    expect(formatClock(1_062_000)).toBe('00:17:42')
    expect(formatClock(400_000_000)).toBe('111:06:40')
  })
  it('tells past from future', () => {
    expect(formatRelative(10_000_000, 0)).toBe('in 2 h 46 min')
    expect(formatRelative(0, 90_000)).toBe('1 min 30 s ago')
    expect(formatRelative(500, 0)).toBe('now')
  })
  it('names the own time for hovering', () => {
    expect(localTimes('2026-11-20T12:30:00.000Z')).toMatch(/^Your time: .*2026/)
  })
})
