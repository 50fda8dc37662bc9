/** Signing up, logging in and resetting, as a person does it. */

import { useLocation } from '@tanstack/react-router'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { NO_CONNECTION, SOMETHING_BETWEEN } from '@/api/failure'
import { unsent } from '@/lib/storage'
import { passUntil, startTestClock } from '@/testClock'
import { fill } from '@/testField'
import { answerOf, echoing } from '@/testingAnswer'
import { type Answer, GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { logIn } from './api'
import { forgetNext, readLink, rememberedNext, rememberNext } from './loginRedirect'
import {
  ANSWERS_WAIT,
  FILL_IN,
  LINK_INCOMPLETE,
  LOGIN_FAILED,
  LOGIN_OK,
  linkMailed,
  MAIL_AGAIN,
  NOT_KEPT,
  ONE_MORE_STEP,
  PASSWORD_SHORT,
  PASSWORDS_DIFFER,
  passwordNeeded,
  RESET_ASKED_AGAIN,
  RESET_DONE,
  WRONG_AT_LINK,
} from './messages'
import ConfirmPage from './pages/ConfirmPage'
import LoginPage from './pages/LoginPage'
import RegisterPage from './pages/RegisterPage'
import ResetPasswordPage from './pages/ResetPasswordPage'

const Home = () => <p>home</p>
const Contests = () => <p>contests</p>

describe('log in', () => {
  it('goes on to where the guard stopped, and says so', async () => {
    let inside = false
    const calls = serverSays({
      'GET /site': SITE,
      'GET /checklogged': () => (inside ? signedIn() : GUEST),
      'POST /login': () => {
        inside = true
        return { body: { success: true, message: 'ok', _id: 'u1', email: 'ananya@meridian.example' } }
      },
    })
    await showPage({ '/login': LoginPage, '/contest': Contests }, '/login?next=%2Fcontest')
    await userEvent.type(screen.getByLabelText('E-mail'), 'ananya@meridian.example')
    await userEvent.type(screen.getByLabelText('Password'), 'a long sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByText('contests')).toBeInTheDocument()
    expect(await screen.findByText(LOGIN_OK)).toBeInTheDocument()
    expect(localStorage.getItem('userId1')).toBe('u1')
    expect(calls.find((call) => call.path === '/login')?.body).toEqual({
      email: 'ananya@meridian.example',
      passWord: 'a long sentence',
    })
  })

  it.each([
    ['', 'ADMIN', 'dashboard'],
    ['?next=%2F', 'ADMIN', 'dashboard'],
    ['?next=%2Fcontest', 'ADMIN', 'contests'],
    ['', 'USER', 'home'],
  ])('with %s leads somebody with the role %s to the %s', async (search, role, page) => {
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': signedIn(role),
      'POST /login': { body: { success: true, message: 'ok', _id: 'u1', email: 'ananya@meridian.example' } },
    })
    const Dashboard = () => <p>dashboard</p>
    await showPage({ '/login': LoginPage, '/contest': Contests, '/dashboard': Dashboard, '/': Home }, `/login${search}`)
    await fill(screen.getByLabelText('E-mail'), 'ananya@meridian.example')
    await fill(screen.getByLabelText('Password'), 'a long sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByText(page)).toBeInTheDocument()
  })

  it('says so where the browser did not keep the log-in, and keeps what was entered', async () => {
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': GUEST,
      'POST /login': { body: { success: true, message: 'ok', _id: 'u1', email: 'ananya@meridian.example' } },
    })
    await showPage({ '/login': LoginPage, '/': Home }, '/login')
    await fill(screen.getByLabelText('E-mail'), 'ananya@meridian.example')
    await fill(screen.getByLabelText('Password'), 'a long sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByText(NOT_KEPT)).toBeInTheDocument()
    expect(screen.queryByText(LOGIN_OK)).toBeNull()
    expect(screen.getByLabelText('E-mail')).toHaveValue('ananya@meridian.example')
  })

  it.each<[string, Answer]>([
    ['nothing comes', { status: 502, body: {} }],
    ['a page comes', { body: { welcome: 'to the Wi-Fi' } }],
  ])('takes nobody for logged out of whom nothing is heard right after the log-in: %s', async (_, answer) => {
    const account = { _id: 'u1', email: 'ananya@meridian.example', fullName: 'Ananya Sharma', role: 'user' }
    let inside = false
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': () => (inside ? answer : GUEST),
      'POST /login': () => {
        inside = true
        return { body: { success: true, message: 'ok', ...account } }
      },
    })
    await showPage({ '/login': LoginPage, '/': Home }, '/login')
    await fill(screen.getByLabelText('E-mail'), 'ananya@meridian.example')
    await fill(screen.getByLabelText('Password'), 'a long sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByText(LOGIN_OK)).toBeInTheDocument()
    expect(screen.queryByText(NOT_KEPT)).toBeNull()
    expect(await screen.findByText('home')).toBeInTheDocument()
  })

  it.each([
    ['re\u0301ne\u0301e@campus.example', 'rénée@campus.example'],
    ['ΟΔΟΣ@Campus.example', 'οδος@campus.example'],
    ['\u212aelvin@campus.example', 'kelvin@campus.example'],
  ])('lets %s in, whom the server knows as %s', async (typed, kept) => {
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': signedIn(),
      'POST /login': { body: { success: true, message: 'ok', _id: 'u1', email: kept } },
    })
    await logIn(typed, 'a long sentence')
    expect(localStorage.getItem('userId1')).toBe('u1')
  })

  it('ends a session that is somebody else’s, whose log-in was exchanged on its way', async () => {
    const calls = serverSays({
      'GET /site': SITE,
      'GET /checklogged': GUEST,
      'POST /login': { body: { success: true, message: 'ok', _id: 'u2', email: 'rohan@meridian.example' } },
      'GET /logout': { body: { success: true, message: 'Bye' } },
    })
    await showPage({ '/login': LoginPage, '/contest': Contests }, '/login?next=%2Fcontest')
    await fill(screen.getByLabelText('E-mail'), ' Ananya@meridian.example')
    await fill(screen.getByLabelText('Password'), 'a long sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByText(SOMETHING_BETWEEN, { exact: false })).toBeInTheDocument()
    expect(calls.filter(({ path }) => path === '/logout')).toHaveLength(1)
    expect(localStorage.getItem('userId1')).toBeNull()
  })

  it('says to whoever is logged in that they are, and lets them go on', async () => {
    serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn() })
    await showPage({ '/login': LoginPage, '/contest': Contests }, '/login?next=%2Fcontest')
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('contests')).toBeInTheDocument()
  })

  it('says that answers wait on this device, where some do', async () => {
    serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST })
    await showPage({ '/login': LoginPage }, '/login?next=%2FContestQuestion%3Fcontest%3Dc1')
    expect(screen.getByRole('button', { name: 'Log In' })).toBeInTheDocument()
    expect(screen.queryByText(ANSWERS_WAIT)).toBeNull()
    cleanup()
    unsent.write(['u1'])
    await showPage({ '/login': LoginPage }, '/login?next=%2FContestQuestion%3Fcontest%3Dc1')
    expect(screen.getByText(ANSWERS_WAIT)).toBeInTheDocument()
    unsent.clear()
  })

  it('shows the sentence of the server, and its own when the server broke', async () => {
    let status = 401
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': GUEST,
      'POST /login': () => ({ status, body: { code: 'x', message: 'E-mail or password is wrong.' } }),
    })
    await showPage({ '/login': LoginPage }, '/login')
    await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.test')
    await userEvent.type(screen.getByLabelText('Password'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('E-mail or password is wrong.')
    status = 500
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(LOGIN_FAILED))
    expect(screen.queryByRole('link', { name: 'Reset your password' }), 'it may be right').toBeNull()
  })

  it('proposes another password where this one is wrong', async () => {
    const body = { code: 'wrong_credentials', message: 'Invalid email or password' }
    serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST, 'POST /login': { status: 401, body } })
    await showPage({ '/login': LoginPage }, '/login')
    await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.test')
    await userEvent.type(screen.getByLabelText('Password'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByRole('link', { name: 'Reset your password' })).toBeInTheDocument()
  })

  it.each(['Many people are logging in right now.', 'Quad is busy right now.'])(
    'waits its turn where the server asks for that, and says why: %s',
    async (said) => {
      let inside = false
      const calls = serverSays({
        'GET /site': SITE,
        'GET /checklogged': () => (inside ? signedIn() : GUEST),
        'POST /login': () => {
          const full = calls.filter((call) => call.path === '/login').length === 1
          inside = !full
          return full
            ? { status: 503, body: { code: 'unavailable', message: `${said} Please try again in a few seconds.` } }
            : { body: { success: true, message: 'ok', _id: 'u1', email: 'ananya@meridian.example' } }
        },
      })
      await showPage({ '/login': LoginPage, '/contest': Contests }, '/login?next=%2Fcontest')
      await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.test')
      await userEvent.type(screen.getByLabelText('Password'), 'x')
      startTestClock()
      await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
      expect(
        await screen.findByText(`${said} Your log-in continues automatically in a few seconds.`),
      ).toBeInTheDocument()
      expect(screen.queryByRole('alert')).toBeNull()
      await passUntil(() => expect(screen.getByText('contests')).toBeInTheDocument())
    },
  )

  it('says that the server is away where a proxy answers in its place', async () => {
    const calls = serverSays({
      'GET /site': SITE,
      'GET /checklogged': GUEST,
      'POST /login': { status: 503, body: '<html>Service Unavailable</html>' },
    })
    await showPage({ '/login': LoginPage }, '/login')
    await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.test')
    await userEvent.type(screen.getByLabelText('Password'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(NO_CONNECTION)
    expect(screen.queryByText(/continues automatically/)).toBeNull()
    expect(calls.filter(({ path }) => path === '/login')).toHaveLength(1)
  })

  it('says at the fields what is missing, until something is entered', async () => {
    const calls = serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST })
    await showPage({ '/login': LoginPage }, '/login')
    await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.test{Enter}')
    expect(screen.getByLabelText('Password')).toBeInvalid()
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(screen.getByLabelText('E-mail')).toBeValid()
    await userEvent.type(screen.getByLabelText('Password'), 'x')
    expect(screen.getByLabelText('Password')).toBeValid()
    expect(calls.filter(({ path }) => path === '/login')).toEqual([])
  })
})

describe('sign up', () => {
  const toStepTwo = async () => {
    await fill(screen.getByLabelText('Full name'), 'Ananya Sharma')
    await fill(screen.getByLabelText('Institute e-mail'), 'ananya@meridian.example')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  }

  it('lets only the institute address continue', async () => {
    serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST })
    await showPage({ '/register': RegisterPage }, '/register')
    await screen.findByText('Ends with @meridian.example')
    await userEvent.type(screen.getByLabelText('Institute e-mail'), 'ananya@gmail.com')
    expect(screen.getByText('Please use your institute e-mail address (@meridian.example)')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await userEvent.clear(screen.getByLabelText('Institute e-mail'))
    await userEvent.type(screen.getByLabelText('Institute e-mail'), 'ananya@meridian.example')
    expect(screen.getByText('@meridian.example is an institute address.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect((await screen.findAllByText(FILL_IN)).length).toBeGreaterThan(0)
    await userEvent.type(screen.getByLabelText('Full name'), 'Ananya')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(screen.getByLabelText('Contact number')).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText('Full name')).toHaveValue('Ananya')
  })

  it('says of a short password that it is short, and not that something is missing', async () => {
    serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST })
    await showPage({ '/register': RegisterPage }, '/register')
    await screen.findByText('Ends with @meridian.example')
    await toStepTwo()
    await userEvent.type(screen.getByLabelText('Contact number'), '9000012345')
    await userEvent.type(screen.getByLabelText('Password'), 'short')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'short')
    await userEvent.selectOptions(
      screen.getByLabelText('Batch year'),
      screen.getByLabelText('Batch year').querySelectorAll('option')[2]?.value ?? '',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
    expect(await screen.findByText(PASSWORD_SHORT)).toBeVisible()
    expect(screen.queryByText(FILL_IN)).not.toBeInTheDocument()
    await userEvent.clear(screen.getByLabelText('Contact number'))
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
    // At the field, and in a notice.
    await waitFor(() => expect(screen.getAllByText(FILL_IN)).toHaveLength(2))
  })

  it('sends what the wire wants, without the confirmation, and goes to log in', async () => {
    const calls = serverSays({
      'GET /site': SITE,
      'GET /checklogged': GUEST,
      'POST /register': { status: 201, body: { success: true, message: 'Registration successful!', confirm: true } },
      'POST /email-confirmation/resend': {
        status: 202,
        body: { success: true, message: 'Another link is on its way.' },
      },
    })
    const router = await showPage({ '/register': RegisterPage, '/login': LoginPage }, '/register')
    await screen.findByText('Ends with @meridian.example')
    await toStepTwo()
    // What one agrees to can be read without losing what was entered.
    for (const [name, href] of [
      [/^terms/, '/terms'],
      [/^privacy policy/, '/privacy'],
    ] as const) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('href', href)
      expect(link).toHaveAttribute('target', '_blank')
    }
    await userEvent.type(screen.getByLabelText('Contact number'), '9000012345')
    await userEvent.type(screen.getByLabelText('Password'), 'a long sentence')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'a long')
    expect(screen.getByText(PASSWORDS_DIFFER)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeDisabled()
    await userEvent.type(screen.getByLabelText('Confirm password'), ' sentence')
    const years = screen.getByLabelText('Batch year')
    expect(years.querySelectorAll('option')).toHaveLength(7)
    const year = years.querySelectorAll('option')[2]?.value ?? ''
    await userEvent.selectOptions(years, year)
    startTestClock()
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
    expect(await screen.findByText(linkMailed('ananya@meridian.example'))).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'One more step' })).toBeVisible()
    expect(calls.find((call) => call.path === '/register')?.body).toEqual({
      fullName: 'Ananya Sharma',
      email: 'ananya@meridian.example',
      contact: '9000012345',
      role: 'USER',
      passWord: 'a long sentence',
      contestgiven: [],
      Batch: Number(year),
    })
    await passUntil(() => expect(router.state.location.pathname).toBe('/login'))
    vi.useRealTimers()
    expect(await screen.findByText(linkMailed('ananya@meridian.example'))).toBeVisible()
    expect(screen.getByText(ONE_MORE_STEP)).toBeVisible()
    expect(screen.queryByText(/Welcome back/)).toBeNull()
    expect(screen.getByLabelText('E-mail')).toHaveValue('ananya@meridian.example')
    await userEvent.click(screen.getByRole('button', { name: MAIL_AGAIN }))
    expect(await screen.findByText('Another link is on its way.')).toBeVisible()
    const again = calls.find((call) => call.path === '/email-confirmation/resend')
    expect(again?.body).toEqual({ email: 'ananya@meridian.example' })
  })

  it('takes a password once that is shown', async () => {
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': GUEST,
      'POST /register': { status: 201, body: { success: true, message: 'ok', confirm: false } },
    })
    await showPage({ '/register': RegisterPage, '/login': LoginPage }, '/register')
    await screen.findByText('Ends with @meridian.example')
    await fill(screen.getByLabelText('Full name'), 'Ananya Sharma')
    await fill(screen.getByLabelText('Institute e-mail'), 'ananya@meridian.example')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await fill(screen.getByLabelText('Contact number'), '9000012345')
    await fill(screen.getByLabelText('Password'), 'a long sentence')
    const years = screen.getByLabelText('Batch year')
    await userEvent.selectOptions(years, years.querySelectorAll('option')[1]?.value ?? '')
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.queryByLabelText('Confirm password')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
    expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'the log-in' }))
    expect(await screen.findByLabelText('E-mail'), 'it is not typed again').toHaveValue('ananya@meridian.example')
  })
})

type Confirmed = () => { status?: number; body: object }

describe('where somebody wanted to go', () => {
  function Invited() {
    return <p>the invitation {useLocation().hash}</p>
  }
  const signUp = async () => {
    await screen.findByText('Ends with @meridian.example')
    await fill(screen.getByLabelText('Full name'), 'Ananya Sharma')
    await fill(screen.getByLabelText('Institute e-mail'), 'ananya@meridian.example')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await fill(screen.getByLabelText('Contact number'), '9000012345')
    await fill(screen.getByLabelText('Password'), 'a long sentence')
    await fill(screen.getByLabelText('Confirm password'), 'a long sentence')
    const years = screen.getByLabelText('Batch year')
    await userEvent.selectOptions(years, years.querySelectorAll('option')[1]?.value ?? '')
    startTestClock()
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  }
  /** Whoever signed up in this tab does not type the address again. */
  const logIn = async (isAnotherBrowser = false) => {
    const address = await screen.findByLabelText('E-mail')
    if (isAnotherBrowser) await fill(address, 'ananya@meridian.example')
    expect(address).toHaveValue('ananya@meridian.example')
    await fill(screen.getByLabelText('Password'), 'a long sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
  }
  const server = (
    confirm: boolean,
    confirmed: Confirmed = () => ({ body: { success: true, message: 'Confirmed.' } }),
  ) => {
    let inside = false
    return serverSays({
      'GET /site': SITE,
      'GET /checklogged': () => (inside ? signedIn() : GUEST),
      'POST /register': { status: 201, body: { success: true, message: 'Registration successful!', confirm } },
      'POST /email-confirmation': () => {
        const said = confirmed()
        inside = 'account' in said.body
        return said
      },
      'POST /login': () => {
        inside = true
        return { body: { success: true, message: 'ok', _id: 'u1', email: 'ananya@meridian.example' } }
      },
    })
  }
  const PAGES = {
    '/register': RegisterPage,
    '/login': LoginPage,
    '/confirm': ConfirmPage,
    '/resetpassword': ResetPasswordPage,
    '/invite': Invited,
    '/': Home,
  }

  it('is where the first log-in leads', async () => {
    server(false)
    const router = await showPage(PAGES, '/login?next=%2Finvite#abc')
    await userEvent.click(screen.getByRole('link', { name: 'Sign up' }))
    await screen.findByRole('heading', { name: 'Sign up' })
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Finvite#abc')
    await signUp()
    await passUntil(() => expect(router.state.location.href).toBe('/login?next=%2Finvite#abc'))
    vi.useRealTimers()
    expect(rememberedNext()).toBeUndefined()
    await logIn()
    expect(await screen.findByText('the invitation abc')).toBeVisible()
  })

  it('is remembered for the tab that the mailed link opens, once', async () => {
    server(true)
    const router = await showPage(PAGES, '/register?next=%2Finvite#abc')
    await signUp()
    await passUntil(() => expect(router.state.location.search).toEqual({ next: '/invite', mailed: '1' }))
    vi.useRealTimers()
    cleanup()
    await showPage(PAGES, '/confirm#t1')
    expect(await screen.findByText('Confirmed.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login?next=%2Finvite#abc')
    cleanup()
    server(true)
    await showPage(PAGES, '/login')
    await logIn()
    expect(await screen.findByText('the invitation abc')).toBeVisible()
    expect(rememberedNext()).toBeUndefined()
  })

  it('is where the mailed link leads at once in the browser that signed up', async () => {
    const account = { _id: 'u1', email: 'ananya@meridian.example', fullName: 'Ananya', role: 'USER' }
    let opened = 0
    const calls = server(true, () => {
      opened += 1
      // Everything that was fetched for a guest is asked for anew, and a link lets in once.
      void cache.resetQueries({ queryKey: ['confirm'] })
      return { body: { success: true, message: 'You are in.', ...(opened === 1 ? { account } : {}) } }
    })
    const router = await showPage(PAGES, '/confirm#t1.L2ludml0ZSNhYmM')
    expect(await screen.findByText('the invitation abc')).toBeVisible()
    expect(screen.getByText('You are in.')).toBeVisible()
    expect(router.history.length).toBe(1)
    const sent = calls.filter((call) => call.path === '/email-confirmation')
    expect(sent.map((call) => call.body)).toEqual([{ token: 't1' }])
  })

  it('is where the mailed link leads in another browser, once its password is given', async () => {
    const refusal = { code: 'password_needed', message: 'x', email: 'a…@meridian.example', success: false }
    const calls = server(true, () => ({ status: 403, body: refusal }))
    await showPage(PAGES, '/confirm#t1.L2ludml0ZSNhYmM')
    await logIn(true)
    expect(await screen.findByText('the invitation abc')).toBeVisible()
    expect(calls.find((call) => call.path === '/login')?.body).toMatchObject({ confirmation: 't1' })
  })

  it('is read from a link that may be anything', () => {
    const next = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    expect(readLink(`t1.${next('/invite?a=b%20c#d')}`)).toEqual({ token: 't1', next: '/invite?a=b%20c#d' })
    for (const odd of ['t1', 't1.', 't1.%%%', 't1.é', `t1.${next('//elsewhere.example')}`, `t1.${next('https://x.y')}`])
      expect(readLink(odd), odd).toEqual({ token: 't1', next: undefined })
  })

  it('is kept for a day, and only inside this site', () => {
    rememberNext('/invite#abc', 1000)
    expect(rememberedNext(2000)).toBe('/invite#abc')
    expect(rememberedNext(1000 + 86_400_000)).toBeUndefined()
    expect(rememberedNext(500)).toBeUndefined()
    rememberNext('//elsewhere.example/', 1000)
    expect(rememberedNext(2000)).toBeUndefined()
    for (const odd of ['5', 'null', '"x"', '{"to":"//elsewhere.example","until":3000}', '{"to":5,"until":3000}']) {
      localStorage.setItem('quad.next', odd)
      expect(rememberedNext(2000)).toBeUndefined()
    }
    rememberNext('/invite#abc')
    forgetNext()
    expect(rememberedNext()).toBeUndefined()
  })
})

it('shows at the field what the server refused at sign-up, until it is changed', async () => {
  const why = 'This password is too easy to guess. Try a few unrelated words.'
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': GUEST,
    'POST /register': { status: 400, body: { code: 'invalid', field: 'passWord', message: why } },
  })
  await showPage({ '/register': RegisterPage }, '/register')
  await screen.findByText('Ends with @meridian.example')
  await fill(screen.getByLabelText('Full name'), 'Ananya Sharma')
  await fill(screen.getByLabelText('Institute e-mail'), 'ananya@meridian.example')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await fill(screen.getByLabelText('Contact number'), '9000012345')
  await userEvent.type(screen.getByLabelText('Password'), 'password1')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'password1')
  const years = screen.getByLabelText('Batch year')
  await userEvent.selectOptions(years, years.querySelectorAll('option')[1]?.value ?? '')
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  const password = screen.getByLabelText('Password')
  await waitFor(() => expect(password).toBeInvalid())
  expect(password).toHaveAccessibleDescription(expect.stringContaining(why))
  expect(password).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await userEvent.type(password, ' and more')
  expect(password).not.toBeInvalid()
})

it('promises no mail where none is set up, and shows at the field what was refused', async () => {
  const said = 'A code was made. This site sends no mail yet.'
  const why = 'This password is too easy to guess.'
  let weak = true
  serverSays({
    'GET /site': { body: { ...SITE.body, mail: false } },
    'GET /checklogged': GUEST,
    'POST /resetpassword': () =>
      weak
        ? { status: 400, body: { code: 'invalid', field: 'newPassword', message: why } }
        : { status: 202, body: { success: true, message: said } },
  })
  await showPage({ '/resetpassword': ResetPasswordPage }, '/resetpassword')
  expect(await screen.findByText(/takes effect once you enter a code, which the operator/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('E-mail'), 'ananya@meridian.example')
  const password = screen.getByLabelText('New password')
  await userEvent.type(password, 'password1')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'password1')
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
  await waitFor(() => expect(password).toHaveAccessibleDescription(expect.stringContaining(why)))
  expect(password).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  weak = false
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(expect.stringMatching(/^Six or twelve digits/))
  expect(screen.getByRole('button', { name: 'Ask for a new code' })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/mailed|mailbox|the mail\b/)
})

it('takes the refusal of the old code away when another one is asked for, and says so', async () => {
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': GUEST,
    'POST /resetpassword': ({ body }) =>
      (body as { code?: string }).code
        ? { status: 400, body: { code: 'wrong_code', message: 'That code is not right.' } }
        : { status: 202, body: { success: true, message: 'A code is on its way.' } },
  })
  await showPage({ '/resetpassword': ResetPasswordPage }, '/resetpassword')
  await fill(screen.getByLabelText('E-mail'), 'ananya@meridian.example')
  await fill(screen.getByLabelText('New password'), 'a long sentence')
  await fill(screen.getByLabelText('Confirm password'), 'a long sentence')
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
  const code = await screen.findByLabelText('Code')
  await userEvent.type(code, '012-345')
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }))
  expect(await screen.findByText('That code is not right.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText(RESET_ASKED_AGAIN)).toBeInTheDocument()
  expect(screen.queryByText('That code is not right.')).toBeNull()
  expect(screen.getByText('A code is on its way.')).toBeVisible()
  expect(code).toHaveValue('')
  // What was said stays until the next answer is here.
  let answer: (late: Response) => void = () => {}
  vi.mocked(fetch).mockImplementationOnce(echoing(() => new Promise((resolve) => (answer = resolve))))
  const again = screen.getByRole('button', { name: 'Send a new code' })
  await userEvent.click(again)
  expect(again).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByText('A code is on its way.')).toBeVisible()
  answer(answerOf({ success: true, message: 'One more is on its way.' }, { status: 202 }))
  expect(await screen.findByText('One more is on its way.')).toBeVisible()
  await waitFor(() => expect(again).not.toHaveAttribute('aria-busy', 'true'))
})

it('resets with the mailed code', async () => {
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': GUEST,
    'POST /resetpassword': ({ body }) =>
      (body as { code?: string }).code
        ? { body: { success: true, message: RESET_DONE } }
        : { status: 202, body: { success: true, message: 'If the address is known, a code is on its way.' } },
  })
  const router = await showPage(
    { '/resetpassword': ResetPasswordPage, '/login': LoginPage, '/': Home },
    '/resetpassword',
  )
  await fill(screen.getByLabelText('E-mail'), 'ananya@meridian.example')
  await fill(screen.getByLabelText('New password'), 'a long sentence')
  await fill(screen.getByLabelText('Confirm password'), 'a long sentence')
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('If the address is known, a code is on its way.')).toBeVisible()
  const code = screen.getByLabelText('Code')
  expect(code).toHaveAccessibleDescription(
    expect.stringMatching(/^Six digits from the mail, or twelve from an administrator: either works/),
  )
  await userEvent.type(code, '012345')
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(await screen.findByText(RESET_DONE)).toBeInTheDocument()
  expect(calls.filter((call) => call.path === '/resetpassword').map((call) => call.body)).toEqual([
    { email: 'ananya@meridian.example', newPassword: 'a long sentence' },
    { email: 'ananya@meridian.example', newPassword: 'a long sentence', code: '012345' },
  ])
})

describe('the link of the registration mail', () => {
  const needed = {
    status: 403,
    body: { code: 'password_needed', message: 'Log in.', email: 'a…@meridian.example' },
  }

  it('confirms where it was asked for, and leaves the address', async () => {
    const calls = serverSays({
      'GET /site': SITE,
      'GET /checklogged': GUEST,
      'POST /email-confirmation': { body: { success: true, message: 'Confirmed.' } },
    })
    const router = await showPage({ '/confirm': ConfirmPage, '/login': LoginPage }, '/confirm#t1')
    expect(await screen.findByText('Confirmed.')).toBeVisible()
    await waitFor(() => expect(router.state.location.href).toBe('/confirm'))
    expect(screen.getByText('Confirmed.')).toBeVisible()
    expect(calls.filter(({ path }) => path === '/email-confirmation').map(({ body }) => body)).toEqual([
      { token: 't1' },
    ])
  })

  it('asks for the password in another browser, which confirms and logs in', async () => {
    let inside = false
    const calls = serverSays({
      'GET /site': SITE,
      'GET /checklogged': () => (inside ? signedIn() : GUEST),
      'POST /email-confirmation': needed,
      'POST /login': ({ body }) => {
        inside = (body as { passWord: string }).passWord === 'a long sentence'
        return inside
          ? { body: { success: true, message: 'ok', _id: 'u1', email: 'ananya@meridian.example' } }
          : { status: 401, body: { code: 'wrong_credentials', message: 'Invalid email or password' } }
      },
    })
    await showPage({ '/confirm': ConfirmPage, '/': Home }, '/confirm#t1')
    expect(await screen.findByText(passwordNeeded('a…@meridian.example'))).toBeVisible()
    await fill(screen.getByLabelText('E-mail'), 'ananya@meridian.example')
    await userEvent.type(screen.getByLabelText('Password'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(WRONG_AT_LINK)
    expect(screen.queryByRole('link', { name: 'Reset your password' }), 'there is no account yet').toBeNull()
    await userEvent.clear(screen.getByLabelText('Password'))
    await fill(screen.getByLabelText('Password'), 'a long sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByText('home')).toBeVisible()
    expect(calls.filter(({ path }) => path === '/login').map(({ body }) => body)).toEqual([
      { email: 'ananya@meridian.example', passWord: 'x', confirmation: 't1' },
      { email: 'ananya@meridian.example', passWord: 'a long sentence', confirmation: 't1' },
    ])
  })

  it('says what is wrong with it', async () => {
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': GUEST,
      'POST /email-confirmation': { status: 400, body: { code: 'invalid_link', message: 'No longer valid.' } },
    })
    const router = await showPage({ '/confirm': ConfirmPage }, '/confirm')
    expect(await screen.findByRole('alert')).toHaveTextContent(LINK_INCOMPLETE)
    // Another one in the same tab changes the hash alone.
    await act(() => router.navigate({ to: '/confirm', hash: 't2' }))
    expect(await screen.findByText('No longer valid.')).toBeVisible()
  })
})
