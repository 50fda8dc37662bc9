/**
 * The contest screen on a throttled phone, first and repeated visit, and the bytes of a whole contest, in Chromium
 * against the release binary with the demo campus. `cargo xtask bench web` calls it:
 * `node measure.js --binary <quad> --chromium <chromium> [--rounds 3] [--out <folder>] [--commit <id>]`.
 *
 * Lighthouse 12 (its mobile preset: 4x CPU, slow 4G simulated) says LCP, TBT, CLS. Lighthouse knows no "usable": that is
 * measured in the same browser with its constants for applied ("devtools") throttling, which add 562.5 ms to every
 * request: until the first option is drawn and the browser has come to rest in a frame.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { joinedContest, pause, startQuad, wireTo } from './quad.js'

const QUESTIONS = 40
/** How often the room asks anew how things stand while it hears the live stream (useAttempt.ts), and how long a contest of forty questions lasts. */
const POLL_SECONDS = 180
const CONTEST_MINUTES = 20
/** How often the stream says how many joined and handed in, at the most (crates/live/src/lib.rs): as long as somebody does so all the time. */
const COUNTS_SECONDS = 10
const OPTION = 'ol[aria-label="Options"] button'

/** Lighthouse's mobileSlow4G for applied throttling. */
const SLOW_4G = { latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
const CPU_SLOWDOWN = 4
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const GOALS = {
  'first visit: usable': { unit: 'ms', atMost: 2500 },
  'first visit: LCP (Lighthouse)': { unit: 'ms', atMost: 2500 },
  'first visit: TBT (Lighthouse)': { unit: 'ms', atMost: 200 },
  'first visit: CLS (Lighthouse)': { unit: '', atMost: 0.01 },
  'first visit: scripts': { unit: 'KB', atMost: 170 },
  'repeated visit: usable': { unit: 'ms', atMost: 1500 },
  'repeated visit: LCP (Lighthouse)': { unit: 'ms', atMost: 1500 },
  'repeated visit: TBT (Lighthouse)': { unit: 'ms', atMost: 200 },
  'repeated visit: CLS (Lighthouse)': { unit: '', atMost: 0.01 },
  'repeated visit: scripts': { unit: 'KB', atMost: 0 },
  [`whole contest, ${QUESTIONS} questions, down`]: { unit: 'KB', atMost: 60 },
}

/** What the first option waits for, in the order in which it comes. */
const STEPS = {
  document: 'document there',
  lastStyle: 'styles there',
  attempt: 'attempt there',
  paper: 'paper there',
  lastScript: 'last script there',
}

const { values: asked } = parseArgs({
  options: {
    binary: { type: 'string' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string', default: '../results' },
    commit: { type: 'string', default: 'unknown' },
  },
})
if (!asked.binary) throw new Error('--binary is missing')

/** Runs in the page before anything of it: notes when the first option can be pressed. */
function watch(option) {
  window.bench = { usable: 0, shifts: 0, scripts: 0 }
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.bench.shifts += one.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (!document.querySelector(option)) return requestAnimationFrame(look)
    // Drawn, and whatever was queued before it is done.
    requestAnimationFrame(() => setTimeout(() => (window.bench.usable = performance.now())))
  }
  requestAnimationFrame(look)
}

/** A browser with a profile of its own, in which the student is logged in. */
async function browserOf(address, student) {
  const profile = await mkdtemp(path.join(tmpdir(), 'quad-bench-profile-'))
  const browser = await puppeteer.launch({ executablePath: asked.chromium, args: FLAGS, userDataDir: profile })
  const page = await browser.newPage()
  await page.setViewport(PHONE)
  // As the log-in screen would leave it.
  await page.goto(`${address}/robots.txt`)
  const [name, value] = student.cookie.split(/=(.*)/)
  await page.setCookie({ name, value, url: address, httpOnly: true, sameSite: 'Lax' })
  await page.evaluate((id) => localStorage.setItem('userId1', id), student.id)
  const close = async () => {
    await browser.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { browser, page, close }
}

/** The worker keeps the screen, and takes part from the next visit on. */
async function workerKeepsIt(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

/** The service worker fetches by itself: the page's throttle does not reach it. */
async function throttled(browser, page) {
  const sessions = [await page.createCDPSession()]
  for (const target of browser.targets()) {
    if (target.type() === 'service_worker') sessions.push(await target.createCDPSession())
  }
  for (const session of sessions) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
  }
  await sessions[0].send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return sessions[0]
}

async function usableVisit(browser, page, url) {
  const session = await throttled(browser, page)
  const script = await page.evaluateOnNewDocument(watch, OPTION)
  let scripts = 0
  const kinds = new Map()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' && !response.fromServiceWorker && !response.fromDiskCache) kinds.set(requestId, type)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.has(requestId)) scripts += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForFunction(() => window.bench.usable > 0, { timeout: 60_000 })
  await pause(500)
  const seen = await page.evaluate(() => window.bench)
  const times = await page.evaluate(came)
  await page.removeScriptToEvaluateOnNewDocument(script.identifier)
  await session.detach()
  return { usable: seen.usable, shifts: seen.shifts, scripts: scripts / 1000, ...times }
}

/** Runs in the page: when the last byte had come of what the first option waits for. */
function came() {
  const until = window.bench.usable
  const all = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= until)
  const last = (pattern) => Math.max(0, ...all.filter(({ name }) => pattern.test(name)).map((one) => one.responseEnd))
  return {
    document: performance.getEntriesByType('navigation')[0].responseEnd,
    lastScript: last(/\.js$/),
    lastStyle: last(/\.css$/),
    attempt: last(/\/attempt$/),
    // Asked early or not.
    paper: last(/\/paper(\?|$)/),
  }
}

async function lighthouseVisit(browser, page, url) {
  const port = Number(new URL(browser.wsEndpoint()).port)
  const flags = { port, output: 'json', logLevel: 'error', onlyCategories: ['performance'], disableStorageReset: true }
  const result = await lighthouse(url, flags, undefined, page)
  const audits = result?.lhr.audits ?? {}
  const value = (name) => audits[name]?.numericValue ?? Number.NaN
  const items = (name) => audits[name]?.details?.items ?? []
  const address = new URL(url).origin
  return {
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight') / 1000,
    score: result?.lhr.categories.performance?.score ?? Number.NaN,
    // Of the slowed processor's time, also after the first option.
    work: new Map(items('mainthread-work-breakdown').map(({ groupLabel, duration }) => [groupLabel, duration])),
    files: items('bootup-time').map(({ url, total }) => [new URL(url, address).pathname, Math.round(total)]),
  }
}

/** One round of visits, each first one in a browser of its own. */
async function visits(address, contest) {
  const url = `${address}/ContestQuestion?contest=${contest.id}`
  const inBrowser = async (work) => {
    const { browser, page, close } = await browserOf(address, contest.student)
    try {
      return await work(browser, page)
    } finally {
      await close()
    }
  }
  const again = async (browser, page, visit) => {
    await page.goto(url)
    await page.waitForSelector(OPTION)
    await workerKeepsIt(page)
    // Closed, not left: the room would ask whether to leave.
    const next = await browser.newPage()
    await page.close()
    await next.setViewport(PHONE)
    return visit(browser, next, url)
  }
  return {
    first: {
      ...(await inBrowser((browser, page) => usableVisit(browser, page, url))),
      ...(await inBrowser((browser, page) => lighthouseVisit(browser, page, url))),
    },
    repeated: {
      ...(await inBrowser((browser, page) => again(browser, page, usableVisit))),
      ...(await inBrowser((browser, page) => again(browser, page, lighthouseVisit))),
    },
  }
}

/**
 * Answers everything; the bytes on the wire after the first load, headers included. `down` is what the goal is about (it
 * is what a browser's own tools call transferred), `up` is mostly the head of every request. The room asks every three
 * minutes how things stand: one such look, half way, is measured and counted as often as a contest takes. The student is
 * alone; in a hall the stream also says how many take part, and its event is counted as often as it can come.
 */
async function wholeContest(address, contest) {
  const wire = await wireTo(address)
  const { page, close } = await browserOf(wire.address, contest.student)
  const since = (before) => {
    const { up, down } = wire.passed()
    return { up: (up - before.up) / 1000, down: (down - before.down) / 1000 }
  }
  try {
    await page.goto(`${wire.address}/ContestQuestion?contest=${contest.id}`)
    await page.waitForSelector(OPTION)
    await workerKeepsIt(page)
    await pause(3000)
    const loaded = since({ up: 0, down: 0 })
    const from = wire.passed()
    let looks = 0
    let look = { up: 0, down: 0 }
    page.on('request', (request) => (looks += request.url().endsWith('/attempt') ? 1 : 0))
    for (let n = 1; n <= QUESTIONS; n += 1) {
      await page.waitForSelector(`section[aria-label="Question ${n} of ${QUESTIONS}"]`)
      await page.click(OPTION)
      if (n === QUESTIONS / 2) {
        await page.waitForSelector(`section[aria-label="Question ${n + 1} of ${QUESTIONS}"]`)
        const before = wire.passed()
        await page.evaluate((id) => fetch(`/api/contests/${id}/attempt`).then((answer) => answer.text()), contest.id)
        look = since(before)
      }
      if (n < QUESTIONS) await page.waitForSelector(`section[aria-label="Question ${n + 1} of ${QUESTIONS}"]`)
    }
    await page.waitForFunction(() => !document.body.innerText.includes('on this device'))
    await pause(1500)
    const all = since(from)
    const times = Math.ceil((CONTEST_MINUTES * 60) / POLL_SECONDS)
    const told = (CONTEST_MINUTES * 60) / COUNTS_SECONDS
    const event = await eventOf(address, contest)
    const way = (name, stream) => ({
      answers: all[name] - looks * look[name],
      whole: all[name] + (times - looks) * look[name] + told * stream,
    })
    return { loaded, look, looks, times, event, told, down: way('down', event), up: way('up', 0) }
  } finally {
    await close()
    wire.close()
  }
}

/** What the stream sends of a contest when a count of it has changed, in KB. */
async function eventOf(address, contest) {
  const stop = new AbortController()
  const answer = await fetch(`${address}/api/live?topics=contest:${contest.id}`, {
    headers: { cookie: contest.student.cookie },
    signal: stop.signal,
  })
  let text = ''
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    text += piece
    const [event] = text.match(/event: contest\n.*\n\n/) ?? []
    if (event === undefined) continue
    stop.abort()
    return event.length / 1000
  }
  throw new Error('the stream says nothing of the contest')
}

const plain = (_, value) => (value instanceof Map ? Object.fromEntries(value) : value)

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

function shown(value, unit) {
  const text = unit === 'ms' ? value.toFixed(0) : unit === 'KB' ? value.toFixed(1) : value.toFixed(3)
  return unit ? `${text} ${unit}` : text
}

const rounds = Number(asked.rounds)
/** What others took of the machine before: above the half of one core, the times say little. */
const busy = loadavg()[0] ?? 0
const quad = await startQuad(asked.binary)
try {
  const contest = await joinedContest(quad.address, QUESTIONS)
  const runs = []
  for (let round = 1; round <= rounds; round += 1) {
    process.stderr.write(`round ${round} of ${rounds} …\n`)
    runs.push(await visits(quad.address, contest))
  }
  const whole = await wholeContest(quad.address, contest)
  const of = (kind, what) => runs.map((run) => run[kind][what])
  const figures = new Map()
  for (const kind of ['first', 'repeated']) {
    figures.set(`${kind} visit: usable`, of(kind, 'usable'))
    for (const [what, name] of Object.entries(STEPS)) figures.set(`${kind} visit: ${name}`, of(kind, what))
    figures.set(`${kind} visit: LCP (Lighthouse)`, of(kind, 'lcp'))
    figures.set(`${kind} visit: TBT (Lighthouse)`, of(kind, 'tbt'))
    figures.set(`${kind} visit: CLS (Lighthouse)`, of(kind, 'cls'))
    figures.set(`${kind} visit: shifts while throttled`, of(kind, 'shifts'))
    figures.set(`${kind} visit: scripts`, of(kind, 'scripts'))
    figures.set(`${kind} visit: all bytes (Lighthouse)`, of(kind, 'bytes'))
    for (const group of runs[0][kind].work.keys()) {
      const times = runs.map((run) => run[kind].work.get(group) ?? 0)
      figures.set(`${kind} visit: main thread, ${group.toLowerCase()} (Lighthouse)`, times)
    }
  }
  figures.set(`whole contest, ${QUESTIONS} questions, down`, [whole.down.whole])
  figures.set('of it: the answers, down', [whole.down.answers])
  figures.set(`of it: each of ${whole.times} looks at how things stand, down`, [whole.look.down])
  figures.set(`of it: each of ${whole.told} events of a stream that always has a new count, down`, [whole.event])
  figures.set('whole contest, up', [whole.up.whole])

  const unitOf = (name) =>
    GOALS[name]?.unit ?? (/bytes|of it|whole/.test(name) ? 'KB' : /there$|main thread/.test(name) ? 'ms' : '')
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const lines = [
    '# The contest screen on a throttled phone',
    '',
    `Commit ${asked.commit}; ${machine}; Node ${process.version}; ${rounds} rounds, medians (lowest–highest); load before: ${busy.toFixed(1)}.`,
    'LCP, TBT, CLS: Lighthouse 12.8.2, mobile preset, simulated slow 4G, 4x CPU. Usable: the same constants applied',
    '("devtools": 562.5 ms a request, 1.47 Mbit/s, 4x CPU), page and service worker.',
    '',
    '| figure | median | spread | goal | |',
    '|---|--:|--:|--:|---|',
  ]
  for (const [name, values] of figures) {
    const unit = unitOf(name)
    const goal = GOALS[name]
    const middle = median(values)
    const spread = `${shown(Math.min(...values), unit)}–${shown(Math.max(...values), unit)}`
    const met = goal ? (middle <= goal.atMost ? 'met' : 'NOT MET') : ''
    lines.push(
      `| ${name} | ${shown(middle, unit)} | ${spread} | ${goal ? `≤ ${shown(goal.atMost, unit)}` : ''} | ${met} |`,
    )
  }
  const text = `${lines.join('\n')}\n`
  process.stdout.write(text)
  await mkdir(asked.out, { recursive: true })
  await writeFile(path.join(asked.out, `web-${asked.commit}.md`), text)
  const json = { commit: asked.commit, machine, busy, rounds, runs, whole }
  await writeFile(path.join(asked.out, `web-${asked.commit}.json`), `${JSON.stringify(json, plain, 2)}\n`)
} finally {
  await quad.close()
}
