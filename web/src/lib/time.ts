/**
 * Time formatting: dates and durations as people read them. Dates are shown in the zone the caller names (the
 * institute's), never silently in the device's: where the browser does not know the zone, in UTC, which they say. Pure
 * functions over Intl; no clock is read here.
 */

export const NO_DATE = 'Date not set'

type When = string | number | null | undefined

function toMs(when: When): number | null {
  if (when === null || when === undefined || when === '') return null
  const ms = typeof when === 'number' ? when : Date.parse(when)
  return Number.isNaN(ms) ? null : ms
}

/** Newer ICU puts a narrow space before AM/PM, older a plain one: always plain, so that texts compare equal. */
function plain(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ')
}

/** Zones that were named or renamed since 2016, by a name with the same clocks that older browsers know. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  'America/Ciudad_Juarez': 'America/Denver',
  'America/Coyhaique': 'America/Punta_Arenas',
  'America/Nuuk': 'America/Godthab',
  'America/Punta_Arenas': 'America/Argentina/Buenos_Aires',
  'Asia/Qostanay': 'Asia/Oral',
  'Asia/Yangon': 'Asia/Rangoon',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Kanton': 'Pacific/Enderbury',
}

const zones = new Map<string, string | null>()
/** A name by which this browser knows the zone; null when it knows none. */
function knownZone(zone: string): string | null {
  let known = zones.get(zone)
  if (known === undefined) {
    known = isZone(zone) ? zone : null
    const older = OLDER_NAMES[zone]
    if (known === null && older) known = knownZone(older)
    zones.set(zone, known)
  }
  return known
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
function format(key: string, zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const id = `${key}|${zone ?? ''}`
  let made = formats.get(id)
  if (!made) {
    const known = zone === undefined ? undefined : knownZone(zone)
    const [timeZone, named] = known === null ? ['UTC', options.hour !== undefined] : [known, false]
    made = new Intl.DateTimeFormat('en-US', { ...options, timeZone, ...(named ? { timeZoneName: 'short' } : {}) })
    formats.set(id, made)
  }
  return made
}

const FULL: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
}

/** `Nov 20, 2026, 06:00 PM` in the given zone; 'Date not set' without a date. */
export function formatDate(when: When, zone?: string): string {
  const ms = toMs(when)
  return ms === null ? NO_DATE : plain(format('full', zone, FULL).format(ms))
}

/** `Nov 20, 2026`. */
export function formatDay(when: When, zone?: string): string {
  const ms = toMs(when)
  if (ms === null) return NO_DATE
  return plain(format('day', zone, { year: 'numeric', month: 'short', day: 'numeric' }).format(ms))
}

/** `06:00 PM`, or `06:00:05 PM`. */
export function formatTime(when: When, zone?: string, seconds = false): string {
  const ms = toMs(when)
  if (ms === null) return NO_DATE
  const second = seconds ? '2-digit' : undefined
  return plain(format(`time${seconds}`, zone, { hour: '2-digit', minute: '2-digit', second }).format(ms))
}

/** `Nov 26, 2026, 07:00 PM – 09:30 PM`; both dates when it goes past midnight, the start alone without an end. */
export function formatRange(from: When, to: When, zone?: string): string {
  if (toMs(from) === null || toMs(to) === null) return formatDate(from, zone)
  const sameDay = formatDay(from, zone) === formatDay(to, zone)
  return `${formatDate(from, zone)} – ${sameDay ? formatTime(to, zone) : formatDate(to, zone)}`
}

/** `today, 09:00 PM`, `tomorrow, 06:00 PM`, `Mon, 06:00 PM` within a week, else the full date. */
export function formatNear(when: When, now: number, zone?: string): string {
  const ms = toMs(when)
  if (ms === null) return NO_DATE
  const days = dayNumber(ms, zone) - dayNumber(now, zone)
  if (days === 0) return `today, ${formatTime(ms, zone)}`
  if (days === 1) return `tomorrow, ${formatTime(ms, zone)}`
  if (days === -1) return `yesterday, ${formatTime(ms, zone)}`
  if (days > 1 && days < 7) {
    return `${plain(format('weekday', zone, { weekday: 'short' }).format(ms))}, ${formatTime(ms, zone)}`
  }
  return formatDate(ms, zone)
}

function dayNumber(ms: number, zone?: string): number {
  const { year, month, day } = fields(ms, zone)
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000)
}

/** `in 3 h`, `12 min ago`, `now` – the distance between a time and `now`, in one or two units. */
export function formatRelative(when: When, now: number): string {
  const ms = toMs(when)
  if (ms === null) return NO_DATE
  const distance = ms - now
  if (Math.abs(distance) < 1000) return 'now'
  return distance > 0 ? `in ${formatSpan(distance)}` : `${formatSpan(-distance)} ago`
}

/** `12 min 40 s`, `3 h 20 min`, `2 days 4 h`, `9 days`: seconds appear only under an hour. */
export function formatSpan(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  const days = Math.floor(total / 86_400)
  const hours = Math.floor((total % 86_400) / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = total % 60
  const dayWord = days === 1 ? 'day' : 'days'
  if (days >= 3) return `${days} ${dayWord}`
  if (days > 0) return hours > 0 ? `${days} ${dayWord} ${hours} h` : `${days} ${dayWord}`
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes > 0) return seconds > 0 ? `${minutes} min ${seconds} s` : `${minutes} min`
  return `${seconds} s`
}

/** `00:17:42`; more than 99 hours simply grow to the left. */
export function formatClock(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000))
  const parts = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** The same moment on the device's own clock, for the title on hover: `Your time: Nov 20, 2026, 02:30 PM GMT+2`. */
export function localTimes(when: When): string {
  const ms = toMs(when)
  if (ms === null) return NO_DATE
  return `Your time: ${plain(format('local', undefined, { ...FULL, timeZoneName: 'short' }).format(ms))}`
}

type Fields = { year: number; month: number; day: number; hour: number; minute: number; second: number }

function fields(ms: number, zone?: string): Fields {
  const parts = format('fields', zone, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(ms)
  const get = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return {
    year: get('year'),
    month: get('month'),
    day: get('day'),
    hour: get('hour'),
    minute: get('minute'),
    second: get('second'),
  }
}

/** How far the zone's wall clock is ahead of UTC at a moment, in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  const f = fields(ms, zone)
  const wall = Date.UTC(f.year, f.month - 1, f.day, f.hour, f.minute, f.second)
  return wall - Math.floor(ms / 1000) * 1000
}

/**
 * The moment at which the zone's wall clock reads `date` (YYYY-MM-DD) and `time` (HH:MM), as ISO in UTC; null when
 * either is not a date, or when summer time skips that hour. Of an hour that comes twice it is the first.
 */
export function parseZoned(date: string, time: string, zone: string): string | null {
  return momentsAt(date, time, zone)?.[0] ?? null
}

/** Whether the zone's clocks are set forward over what a date-and-time field (`2026-03-29T02:30`) says. */
export function isSkipped(field: string, zone: string): boolean {
  return fieldMoments(field, zone)?.length === 0
}

export const SKIPPED_HOUR = 'The clocks go forward over this time, so it does not exist. Please choose another one.'

/** What stands below date-and-time fields: the zone that is meant, and which of two equal times. */
export function zoneNote(zone: string, ...inputs: string[]): string {
  const zoned =
    knownZone(zone) === null
      ? `This browser does not know the institute’s zone (${zone}), so times are in UTC.`
      : `Times are in the institute’s zone (${zone}).`
  const twice = inputs.filter((input) => (fieldMoments(input, zone)?.length ?? 0) > 1)
  const first = twice[0]
  if (first === undefined) return zoned
  return `${zoned} The clocks go back that night and ${first.slice(11, 16)} comes twice; the earlier one is meant.`
}

function fieldMoments(field: string, zone: string): string[] | null {
  const [date = '', time = ''] = field.split('T')
  return momentsAt(date, time, zone)
}

/** The moments at which the wall clock reads so, earlier ones first: none, one or two; null when it is no date. */
function momentsAt(date: string, time: string, zone: string): string[] | null {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  const clock = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(time)
  if (!day || !clock) return null
  const [year, month, dom] = [Number(day[1]), Number(day[2]), Number(day[3])]
  const [hour, minute, second] = [Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0)]
  const wall = Date.UTC(year, month - 1, dom, hour, minute, second)
  const check = new Date(wall)
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== dom || hour > 23 || minute > 59) return null
  const before = offsetAt(wall - 86_400_000, zone)
  const after = offsetAt(wall + 86_400_000, zone)
  const moments = [...new Set([before, after])].filter((offset) => offsetAt(wall - offset, zone) === offset)
  return moments.map((offset) => new Date(wall - offset).toISOString()).sort()
}

/** The inverse, for filling date and time inputs. */
export function zonedParts(when: When, zone: string): { date: string; time: string } {
  const ms = toMs(when)
  if (ms === null) return { date: '', time: '' }
  const f = fields(ms, zone)
  const two = (n: number) => String(n).padStart(2, '0')
  return { date: `${f.year}-${two(f.month)}-${two(f.day)}`, time: `${two(f.hour)}:${two(f.minute)}` }
}
