/**
 * The test checkout's opener: `window.Razorpay` as the provider's own script offers it (constructor, open, close, on),
 * but what it shows is Quad's payment sandbox in a frame. No money moves. The page in the frame is frame.js.
 */
;(() => {
  const page = new URL('/sandbox/checkout', document.currentScript.src)

  class Razorpay {
    #options
    #listeners = new Map()
    #frame = null
    #restore = () => {}

    constructor(options) {
      if (!options || !options.key) throw new TypeError('Razorpay needs a key')
      if (!options.order_id) throw new TypeError('The payment sandbox needs an order_id')
      this.#options = options
    }

    on(event, listener) {
      if (typeof listener !== 'function') return this
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    open() {
      if (this.#frame) return
      const frame = document.createElement('iframe')
      const address = new URL(page)
      address.searchParams.set('order', this.#options.order_id)
      frame.src = address.href
      frame.title = 'Test payment – no money moves'
      Object.assign(frame.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        border: '0',
        background: 'transparent',
        zIndex: '2147483647',
      })
      this.#frame = frame
      this.#restore = holdThePage(frame)
      window.addEventListener('message', this.#hear)
      document.body.append(frame)
      frame.focus()
    }

    close() {
      if (!this.#frame) return
      window.removeEventListener('message', this.#hear)
      this.#frame.remove()
      this.#frame = null
      this.#restore()
    }

    #hear = (message) => {
      if (message.origin !== page.origin || message.source !== this.#frame?.contentWindow) return
      const { kind, body } = message.data ?? {}
      if (kind === 'ready') this.#tell()
      if (kind === 'declined') this.#call('payment.failed', body)
      if (kind === 'paid') {
        this.close()
        if (typeof this.#options.handler === 'function') this.#options.handler(body)
        this.#call('payment.success', body)
      }
      if (kind === 'left') {
        this.close()
        if (typeof this.#options.modal?.ondismiss === 'function') this.#options.modal.ondismiss()
      }
    }

    /** What the page shows besides the amount, which it asks the server for. Texts only: a handler cannot travel. */
    #tell() {
      const text = (value) => (typeof value === 'string' ? value.slice(0, 200) : '')
      const { name, description, notes, prefill, theme } = this.#options
      this.#frame.contentWindow.postMessage(
        {
          kind: 'options',
          name: text(name),
          description: text(description),
          plan: text(notes?.plan),
          payer: text(prefill?.name) || text(prefill?.email),
          colour: text(theme?.color),
        },
        page.origin,
      )
    }

    #call(event, body) {
      for (const listener of this.#listeners.get(event) ?? []) listener(body)
    }
  }

  /** The page behind neither scrolls nor takes the keyboard while the checkout is open. Answers how to undo that. */
  function holdThePage(frame) {
    const before = document.activeElement
    const scroll = document.documentElement.style.overflow
    const held = [...document.body.children].filter((child) => child !== frame && !child.inert)
    for (const child of held) child.inert = true
    document.documentElement.style.overflow = 'hidden'
    return () => {
      for (const child of held) child.inert = false
      document.documentElement.style.overflow = scroll
      if (before instanceof HTMLElement) before.focus()
    }
  }

  window.Razorpay = Razorpay
})()
