/**
 * The test checkout page: shows an order of the payment sandbox and lets a person pay, decline or cancel, and choose what
 * goes wrong. It tells the page that opened it (checkout.js) in messages, to our own origin only.
 */
const part = (id) => document.getElementById(id)
const order = new URLSearchParams(location.search).get('order') ?? ''
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 0 })
const buttons = ['pay', 'decline'].map(part)

const tell = (kind, body) => {
  if (window.parent !== window) window.parent.postMessage({ kind, body }, location.origin)
}

const say = (text, isBad = false) => {
  part('said').textContent = text
  part('said').classList.toggle('bad', isBad)
}

const busy = (isBusy) => {
  for (const button of buttons) button.disabled = isBusy
}

/** Nothing more can be done here but leave. */
const end = (text, isBad) => {
  for (const button of buttons) button.hidden = true
  say(text, isBad)
  part('cancel').textContent = 'Close'
  part('cancel').className = 'main'
  part('close').setAttribute('aria-label', 'Close')
  part('cancel').focus()
}

const leave = () => {
  tell('left')
  if (window.parent === window) say('Nothing was paid. You can close this page.')
}

async function ask(address, body) {
  try {
    const answer = await fetch(
      address,
      body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
    const said = await answer.json()
    if (answer.ok) return { said }
    return { error: said.error ?? { description: said.message ?? 'The payment sandbox did not understand.' } }
  } catch {
    return { error: { description: 'The payment sandbox cannot be reached. Please try again.' } }
  }
}

async function show() {
  part('order').textContent = order || 'none'
  const { said, error } = await ask(`/sandbox/checkout/orders/${encodeURIComponent(order)}`)
  if (error) {
    part('amount').textContent = '–'
    end(error.description, true)
    return
  }
  const amount = rupees.format(said.amount / 100)
  part('amount').textContent = amount
  part('pay').textContent = `Pay ${amount}`
  if (said.paid) {
    end('This order has already been paid.')
    return
  }
  busy(false)
  part('pay').focus()
}

async function attempt(outcome) {
  const isDropped = part('drop').checked
  busy(true)
  say(outcome === 'pay' ? 'Paying…' : 'Declining…')
  const { said, error } = await ask('/sandbox/checkout/pay', {
    order,
    outcome: outcome === 'pay' && part('held').checked ? 'authorize' : outcome,
    amount: part('charge').value,
    delaySeconds: Number(part('delay').value),
    webhook: part('webhook').value,
    lateSeconds: Number(part('late').value),
    dropCallback: isDropped,
  })
  if (error) {
    busy(false)
    say(error.description, true)
    part(outcome).focus()
    if (!isDropped && error.metadata?.payment_id) tell('declined', { error })
  } else if (isDropped) {
    end('Paid. The page behind was not told, as you chose.')
  } else {
    end('Paid.')
    tell('paid', said)
  }
}

part('form').addEventListener('submit', (event) => {
  event.preventDefault()
  attempt('pay')
})
part('decline').addEventListener('click', () => {
  if (part('form').reportValidity()) attempt('decline')
})
part('cancel').addEventListener('click', leave)
part('close').addEventListener('click', leave)
part('webhook').addEventListener('change', () => {
  part('late-row').hidden = part('webhook').value !== 'late'
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') leave()
})
// A field that is wrong cannot say so while it is folded away.
part('form').addEventListener('invalid', () => document.querySelector('details').setAttribute('open', ''), true)

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== window.parent || data?.kind !== 'options') return
  part('seller').textContent = data.name || 'Payment'
  part('what').textContent = data.description
  part('plan').textContent = data.plan
  part('plan-row').hidden = !data.plan
  part('payer').textContent = data.payer
  part('payer-row').hidden = !data.payer
  if (/^#[0-9a-f]{3,8}$/i.test(data.colour)) part('sheet').style.borderTopColor = data.colour
})

part('sheet').focus()
tell('ready')
show()
