/**
 * A translator inside the page, as browsers have one: each text gets a `<font>` in its place or around it, at once and
 * whenever the page writes something new. What is marked `translate="no"`, and what is no text to read, stays.
 */
import { expect, type Page } from '../fixtures'

/** `replaced`: the text goes and two elements come, as in Chrome; `wrapped`: the text moves into them. */
export type Way = 'replaced' | 'wrapped'

/** Before each word that was translated. */
export const MARK = '§'

/** Begins, and goes on until the document is left. Gives how many texts it has translated by now. */
export async function translate(page: Page, way: Way): Promise<void> {
  // As a browser does, which looks first in which language the loaded page is.
  await page.waitForFunction(() => !Node.prototype.removeChild.toString().includes('[native code]'))
  const count = await page.evaluate(
    ({ way, MARK }) => {
      const translated = (text: string) => text.replace(/\S+/g, (word) => MARK + word)
      const isRead = (text: Text) => {
        const at = text.parentElement
        return at !== null && !at.closest('script,style,textarea,title,[translate=no]') && /\S/.test(text.data)
      }
      let count = 0
      const work = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const texts: Text[] = []
        for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
        for (const text of texts) {
          if (!isRead(text) || text.data.trimStart().startsWith(MARK)) continue
          count += 1
          if (text.parentNode?.nodeName === 'FONT') {
            text.data = translated(text.data)
            continue
          }
          const outer = document.createElement('font')
          const inner = document.createElement('font')
          outer.append(inner)
          text.parentNode?.insertBefore(outer, text)
          if (way === 'replaced') {
            inner.textContent = translated(text.data)
            text.remove()
          } else {
            inner.append(text)
            text.data = translated(text.data)
          }
        }
      }
      work()
      new MutationObserver(work).observe(document.body, { childList: true, subtree: true, characterData: true })
      return count
    },
    { way, MARK },
  )
  expect(count).toBeGreaterThan(5)
}
