/**
 * Browser storage (localStorage): the two keys the specification names, the theme, drafts of forms. Every access
 * survives blocked or full storage (private windows, managed devices): reading then gives null, writing does nothing.
 * Answers of a contest are not here but in the outbox (IndexedDB).
 */

export type Item = { key: string; read: () => string | null; write: (value: string) => void; clear: () => void }

/** One key of local storage, or of the storage that lives as long as the tab. */
export function item(key: string, of: () => Storage = () => localStorage): Item {
  return {
    key,
    read() {
      try {
        return of().getItem(key)
      } catch {
        return null
      }
    },
    write(value) {
      try {
        of().setItem(key, value)
      } catch {
        // Blocked or full: the caller works without.
      }
    },
    clear() {
      try {
        of().removeItem(key)
      } catch {
        // Nothing was kept.
      }
    },
  }
}

/** The id of the signed-in person, as the specification's clients keep it. */
export const userId1 = item('userId1')
/** The contest chosen on the list; the contest screen reads and removes it. */
export const contestid = item('contestid')
export const themeChoice = item('quad.theme')

export type Kept<T> = { read: () => T | null; write: (value: T) => void; clear: () => void }

/** A value kept as JSON. What does not parse is treated as absent. */
export function kept<T>(key: string, of?: () => Storage): Kept<T> {
  const raw = item(key, of)
  return {
    read() {
      const text = raw.read()
      if (text === null) return null
      try {
        return JSON.parse(text) as T
      } catch {
        return null
      }
    },
    write: (value) => raw.write(JSON.stringify(value)),
    clear: raw.clear,
  }
}

/** Where somebody was in the contest they took last; its shape is attempts/room/questionPosition.ts's. */
export const lastQuestionPosition = kept<unknown>('quad.place')

/** What they chose or typed there and have not saved; its shape is attempts/room/unsavedChoices.ts's. */
export const unsavedChoices = kept<unknown>('quad.chosen')

/**
 * Whose answers to a contest wait on this device: said without opening the database they lie in. A person stands in it once for
 * each tab that marked them.
 */
export const unsent = kept<string[]>('quad.unsent')

/** What one document of this tab hands to the next. */
export function handedOn<T>(key: string): Kept<T> {
  return kept<T>(key, () => sessionStorage)
}

const DRAFT = 'quad.draft.'

/** An unfinished form, kept until it is sent: `draft<Fields>('contest')`. */
export function draft<T>(name: string): Kept<T> {
  return kept<T>(DRAFT + name)
}

/** The names of the drafts that begin so. */
export function draftNames(beginning: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(DRAFT + beginning) ? [key.slice(DRAFT.length)] : [],
    )
  } catch {
    return []
  }
}

/** What belongs to this browser and not to a person, and what is not lost: answers that wait to be sent. */
const STAYS = ['theme', 'site', 'clock', 'keys', 'unsent', 'seqs', 'toasts'].map((name) => `quad.${name}`)
const both = (): Storage[] => [localStorage, sessionStorage]

/** Whether somebody typed something here that they have not sent. */
export function hasUnsent(): boolean {
  try {
    return both().some((storage) =>
      Object.entries(storage).some(
        ([key, value]) => /^quad\.(draft|registration)\./.test(key) && !isBlank(parsed(value)),
      ),
    )
  } catch {
    return false
  }
}

/** No letter and no digit in any of its texts. */
function isBlank(kept: unknown): boolean {
  if (typeof kept === 'string') return !/[\p{L}\p{N}]/u.test(kept)
  return typeof kept !== 'object' || kept === null || Object.values(kept).every(isBlank)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Somebody has logged out on purpose: nothing that they typed, looked for or were on the way to stays in this browser. */
export function forgetTyped(): void {
  try {
    for (const storage of both()) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith('quad.') && !STAYS.includes(key)) storage.removeItem(key)
      }
    }
  } catch {
    // Blocked: nothing was kept.
  }
}
