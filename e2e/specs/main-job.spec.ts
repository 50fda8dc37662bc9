/**
 * The main job, on the binary people run: an organiser makes a contest of ten questions; three students take it, one
 * without a network for half a minute and reloading meanwhile, one on a phone handing in early, one with a device clock
 * twenty minutes wrong until the time is up. Afterwards every answer a screen had called saved is on the board, and
 * still is after the server was stopped and started.
 */
import { expect, isGate, type Page, test } from '../fixtures'
import { enterLogIn, register } from '../pages/accounts'
import { Hub, type Question } from '../pages/contests'
import { jumpAhead, serverNow, wake } from '../pages/prepared'
import { boardOf, ranked } from '../pages/results'
import { Room } from '../pages/room'

// A reload without a network needs it.
// A server of its own: it begins without a contest. Outside of the gate it is the binary people run, whose clock nobody sends ahead.
test.use({ serviceWorkers: 'allow', quadOptions: { hooks: isGate, settings: {} } })

// Nothing is lost: the first verdict counts.
test.describe.configure({ retries: 0 })

const TITLE = 'Rivers, rocks and numbers'
const PASSWORD = 'harvest moon over 7 hills'
const MINUTE = 60_000
/** The gate does without the wait, and sends the clock ahead to the end. */
const OFFLINE_FOR = isGate ? 0 : 30_000
/** Wide enough for the slowest of the three; where the end is waited for, no longer than needed. */
const AT_LEAST_OPEN = isGate ? 30 * MINUTE : 2 * MINUTE

/** What a browser says of a server that has just gone. */
const STOPPED = /ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/

const QUESTIONS: Question[] = [
  { text: 'Which planet is nearest to the sun?', options: ['Venus', 'Mercury', 'Mars', 'Earth'], answer: 1 },
  { text: 'How many sides has a heptagon?', options: ['Seven', 'Six', 'Eight', 'Nine'], answer: 0 },
  { text: 'Which gas do plants take in?', options: ['Oxygen', 'Helium', 'Carbon dioxide', 'Argon'], answer: 2 },
  { text: 'What is 17 times 6?', options: ['96', '112', '106', '102'], answer: 3 },
  { text: 'Which river flows through Varanasi?', options: ['Yamuna', 'Ganga', 'Godavari', 'Kaveri'], answer: 1 },
  { text: 'Who wrote Gitanjali?', options: ['Tagore', 'Premchand', 'Narayan', 'Bharati'], answer: 0 },
  { text: 'Which metal is liquid at 25 °C?', options: ['Zinc', 'Lead', 'Mercury (Hg)', 'Tin'], answer: 2 },
  { text: 'What is the binary form of 10?', options: ['1001', '1100', '1110', '1010'], answer: 3 },
  { text: 'Which organ makes insulin?', options: ['Liver', 'Pancreas', 'Spleen', 'Kidney'], answer: 1 },
  { text: 'How many degrees has a right angle?', options: ['90', '45', '60', '180'], answer: 0 },
]

type Student = { name: string; email: string; page: Page; room: Room; answers: Map<number, string> }

const right = (n: number) => option(n, 0)
const wrong = (n: number) => option(n, 1)

function option(n: number, beside: number): string {
  const question = QUESTIONS[n - 1]
  const text = question?.options[(question.answer + beside) % 4]
  if (text === undefined) throw new Error(`there is no question ${n}`)
  return text
}

async function answer(student: Student, n: number, text: string, becomes?: 'on this device'): Promise<void> {
  await student.room.isAt(n, QUESTIONS.length)
  await student.room.choose(text, becomes)
  student.answers.set(n, text)
}

function scoreOf({ name, answers }: Student) {
  const correct = [...answers].filter(([n, text]) => text === right(n)).length
  return { name, correct, wrong: answers.size - correct }
}

test('an organiser makes a contest, three students take it, the board is right', { tag: '@gate' }, async ({
  page,
  open,
  quad,
  watch,
}) => {
  test.setTimeout(10 * MINUTE)
  // The lost network and the stopped server are part of the story.
  watch.expect(/ERR_INTERNET_DISCONNECTED/, STOPPED)
  // Whoever asks for the board while answers of the last second may still count waits for it on its page.
  watch.expect(/status of 403 .*\/(?:standing|results\?.*)$/)

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
  const students: [Student, Student, Student] = [
    student('Asha Rao', await open()),
    student('Bilal Khan', await open(phone)),
    student('Chitra Nair', await withWrongClock(await open())),
  ]
  const [asha, bilal, chitra] = students

  await Promise.all([
    test.step('an organiser with one creation makes a contest with ten questions', async () => {
      const me = { fullName: 'Devika Menon', email: 'devika.menon@campus.example', password: PASSWORD }
      await register(page, me)
      expect(await quad.admin('grant', me.email, '--contests', '1')).toContain(me.email)
      await enterLogIn(page, me.email, PASSWORD)
      await expect(page.getByRole('button', { name: `Account: ${me.fullName}` })).toBeVisible()

      const hub = new Hub(page)
      await hub.open()
      await hub.create(TITLE, 'Ten questions for everybody.')
      await expect(page.getByRole('heading', { name: 'You have no contest creations left' })).toBeVisible()
      const wizard = await hub.openQuestions(TITLE)
      for (const question of QUESTIONS) await wizard.add(question)
      await expect(wizard.form.getByText('10 added')).toBeVisible()
      await wizard.close()
      await expect(hub.visibility(TITLE)).toHaveText('Private')
    }),
    ...students.map((one) =>
      test.step(`${one.name} registers and logs in`, async () => {
        await register(one.page, { fullName: one.name, email: one.email, password: PASSWORD })
        await enterLogIn(one.page, one.email, PASSWORD)
        await expect(one.page.getByRole('button', { name: `Account: ${one.name}` })).toBeVisible()
        await one.page.goto('/contest')
        await expect(one.page.getByText('No contests yet')).toBeVisible()
      }),
    ),
  ])

  // Fields have minutes: from the one that runs to the first that leaves enough time.
  const now = await serverNow(page)
  const endsAt = Math.ceil((now + AT_LEAST_OPEN) / MINUTE) * MINUTE
  const secondsLeft = async () => (endsAt - (await serverNow(page))) / 1000
  const timeIsUp = async () => {
    await expect(chitra.page.getByText("Time's up! Contest submitted automatically.")).toBeVisible({
      timeout: 1000 * Math.max(0, await secondsLeft()) + 45_000,
    })
    expect(await secondsLeft()).toBeLessThanOrEqual(0)
    await expect(chitra.page.getByText(/^4 of 10 answered – results /)).toBeVisible()
  }
  await test.step('it runs now, and is public', async () => {
    const hub = new Hub(page)
    await hub.changeTime(TITLE, now - (now % MINUTE), endsAt)
    await hub.visibility(TITLE).click()
    // So short before its end it asks whether that is meant.
    const asked = page.getByRole('dialog', { name: 'Make it public now?' })
    if (!isGate) await asked.getByRole('button', { name: 'Make public' }).click()
    await expect(page.getByText('Contest is now public')).toBeVisible()
    await expect(hub.visibility(TITLE)).toHaveText('Public')
  })

  await Promise.all([
    test.step('Asha loses the network for half a minute and reloads meanwhile', async () => {
      await join(asha)
      await answer(asha, 1, right(1))
      await answer(asha, 2, right(2))
      // The screen's worker has what a reload needs once it controls the page.
      await asha.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await asha.room.isAt(3, 10)
      await asha.page.context().setOffline(true)
      const since = Date.now()
      await answer(asha, 3, right(3), 'on this device')
      await expect(asha.room.offline).toBeVisible()
      await answer(asha, 4, wrong(4), 'on this device')
      await asha.room.counted({ saved: 2, device: 2 })
      await asha.room.isAt(5, 10)

      await asha.page.reload()
      await asha.room.counted({ saved: 2, device: 2 })
      await asha.room.isAt(5, 10)
      await expect(asha.room.offline).toBeVisible()
      await answer(asha, 5, right(5), 'on this device')
      await asha.room.counted({ saved: 2, device: 3 })
      await elapsed(asha.page, since, OFFLINE_FOR)
      await asha.room.counted({ saved: 2, device: 3 })

      await asha.page.context().setOffline(false)
      await asha.room.counted({ saved: 5 })
      await expect(asha.room.offline).toBeHidden()
      for (const n of [6, 7, 8, 9]) await answer(asha, n, right(n))
      await answer(asha, 10, wrong(10))
      await asha.room.counted({ saved: 10 })
      await handIn(asha)
    }),
    test.step('Bilal hands in early, on a phone', async () => {
      await join(bilal)
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await answer(bilal, n, right(n))
      await bilal.room.isAt(9, 10)
      await bilal.page.getByRole('button', { name: 'Next' }).click()
      await answer(bilal, 10, wrong(10))
      await bilal.room.counted({ saved: 9 })
      await handIn(bilal)
      await expect(card(bilal).getByRole('button', { name: 'Completed - Wait for Results' })).toBeDisabled()
    }),
    test.step('Chitra lets the clock run out, on a device whose own clock is wrong', async () => {
      await join(chitra)
      // The screen counts by the server's clock: what it shows lies between what is left before the look and after it.
      const before = await secondsLeft()
      const shown = await secondsOn(chitra.room)
      expect(shown).toBeLessThan(before + 3)
      expect(shown).toBeGreaterThan((await secondsLeft()) - 3)
      for (const n of [1, 2, 3]) await answer(chitra, n, right(n))
      await answer(chitra, 4, wrong(4))
      await chitra.room.counted({ saved: 4 })
      if (!isGate) await timeIsUp()
    }),
  ])
  const ahead = isGate ? Math.max(0, Math.ceil(await secondsLeft()) - 5) : 0
  if (isGate) {
    await jumpAhead(page, ahead)
    await wake(chitra.page)
    await timeIsUp()
  }

  const expected = ranked(students.map(scoreOf))
  expect(expected.map((row) => [row.name, row.total])).toEqual([
    ['Bilal Khan', 9],
    ['Asha Rao', 10],
    ['Chitra Nair', 4],
  ])
  await test.step('everybody sees the right board', async () => {
    for (const one of students) {
      await one.page.goto('/contest')
      await card(one).getByRole('button', { name: 'View Results' }).click()
      await expect.poll(() => boardOf(one.page, TITLE)).toEqual(expected)
      await expect(one.page.getByRole('region', { name: 'Podium' }).getByRole('listitem')).toHaveCount(3)
    }
  })

  await test.step('it is the same after the server was stopped and started', async () => {
    const address = bilal.page.url()
    await quad.stop()
    await quad.startAgain()
    // The new process has the machine's time.
    if (isGate) await jumpAhead(page, ahead)
    for (const viewer of [...students.map((one) => one.page), page]) {
      await viewer.goto(address)
      expect(await boardOf(viewer, TITLE)).toEqual(expected)
    }
  })
})

function student(name: string, page: Page): Student {
  const email = `${name.toLowerCase().replace(' ', '.')}@campus.example`
  return { name, email, page, room: new Room(page), answers: new Map() }
}

function card({ page }: Student) {
  return page.getByRole('article', { name: TITLE })
}

async function join(one: Student): Promise<void> {
  await one.page.goto('/contest')
  await card(one).getByRole('button', { name: 'Join Contest' }).click()
  await one.page.waitForURL('**/ContestQuestion?contest=*')
  await one.room.start()
  await one.room.isAt(1, QUESTIONS.length)
}

async function handIn(one: Student): Promise<void> {
  await one.room.submit()
  await expect(one.page.getByRole('heading', { name: 'Contest submitted successfully!' })).toBeVisible()
  await expect(one.page.getByText(`${one.answers.size} of ${QUESTIONS.length} answered – results `)).toBeVisible()
  await one.page.getByRole('link', { name: 'All Contests' }).click()
  await expect(one.page).toHaveURL('/contest')
}

/** `00:02:13` in seconds. */
async function secondsOn(room: Room): Promise<number> {
  const [h = 0, m = 0, s = 0] = (/\d+:\d+:\d+/.exec(await room.clock.innerText())?.[0] ?? '').split(':').map(Number)
  return h * 3600 + m * 60 + s
}

/** Passes the rest of a time that the story names. */
async function elapsed(page: Page, since: number, time: number): Promise<void> {
  await page.waitForTimeout(Math.max(0, since + time - Date.now()))
}

/** A device whose clock runs twenty minutes ahead, in everything a script can ask. */
async function withWrongClock(page: Page): Promise<Page> {
  await page.addInitScript(() => {
    const ahead = 20 * 60_000
    const Real = Date
    class Wrong extends Real {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [Real.now() + ahead] : given) as [number]))
      }
      static override now(): number {
        return Real.now() + ahead
      }
    }
    globalThis.Date = Wrong as DateConstructor
  })
  return page
}
