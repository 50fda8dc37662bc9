/**
 * Translated text: lets the browser translate a page that React goes on changing. A translator puts a `<font>` in the place of
 * each text, or around it. React knows nothing of that: it would throw, and take the page away, when it removes such a text or
 * puts something before it, and what it writes into one would be seen nowhere. Here the element that stands for a text is found
 * again, and a text that gets new words comes back, for the translator to translate anew.
 */

const ELEMENT = 'FONT'
/** What stands in the place of a text. */
const standIns = new WeakMap<Node, Node>()
/** Those, so that none stands for the text beside its own too. */
const taken = new WeakSet<Node>()

function remember(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue
      const standIn = [...addedNodes, previousSibling, nextSibling].find(
        (node) => node?.nodeName === ELEMENT && !taken.has(node),
      )
      if (!standIn) continue
      standIns.set(text, standIn)
      taken.add(standIn)
    }
  }
}

/** Begins with it; once for a document. */
export function allowTranslation(): void {
  const observer = new MutationObserver(remember)
  observer.observe(document, { childList: true, subtree: true })

  /** The child of `parent` that is the node, stands for it or is around it. */
  const childOf = (parent: Node, node: Node): Node | null => {
    if (node.parentNode === parent) return node
    remember(observer.takeRecords())
    let at: Node | null = node.parentNode ? node : (standIns.get(node) ?? null)
    while (at && at.parentNode !== parent) at = at.parentNode
    return at
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    const child = childOf(this, node)
    // A text of which no trace is left is gone already; anything else is an error, as ever.
    if (child || node.nodeType !== Node.TEXT_NODE) removeChild.call(this, child ?? node)
    return node
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const child = before && childOf(this, before)
    insertBefore.call(this, node, child ?? (before?.nodeType === Node.TEXT_NODE ? null : before))
    return node
  }

  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  if (!value?.set) return
  const { set } = value
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, words: string | null) {
      if (!this.parentNode) {
        remember(observer.takeRecords())
        const standIn = standIns.get(this)
        standIn?.parentNode?.replaceChild(this, standIn)
        standIns.delete(this)
      }
      set.call(this, words)
    },
  })
}
