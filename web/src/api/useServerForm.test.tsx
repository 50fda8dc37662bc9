/** What every form promises: where the focus goes, what a failure leaves, that nothing is sent twice. */
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { pass, startTestClock } from '@/testClock'
import { Button } from '@/ui/Button'
import { TextField } from '@/ui/Field'
import { cache } from './cache'
import { Failure, NO_ANSWER_YET } from './failure'
import { useServerForm } from './useServerForm'

type Fields = { name: string; email: string }

const check = ({ name, email }: Fields): Partial<Fields> => ({
  ...(name === '' ? { name: 'Enter a name.' } : {}),
  ...(email === '' ? { email: 'Enter an address.' } : email === name ? { email: 'Not your name.' } : {}),
})

function Form({ calls, onChange }: { calls: (fields: Fields) => Promise<void>; onChange?: (fields: Fields) => void }) {
  const call = useMutation({ mutationFn: calls })
  const form = useServerForm({
    defaultValues: { name: '', email: '' },
    check,
    call,
    send: call.mutate,
    refusedAt: (error) => (error instanceof Failure && error.code === 'email_taken' ? 'email' : null),
    failed: 'It was not saved.',
    onChange,
  })
  return (
    <form {...form.props}>
      {form.refusal ? <p role={form.refusalTone === 'brick' ? 'alert' : 'status'}>{form.refusal}</p> : null}
      <TextField label="Name" hint="As in your passport." {...form.field('name')} />
      <TextField label="E-mail" {...form.field('email')} />
      <Button type="submit" busy={call.isPending}>
        Save
      </Button>
    </form>
  )
}

function show(calls: (fields: Fields) => Promise<void>, onChange?: (fields: Fields) => void) {
  render(
    <QueryClientProvider client={cache}>
      <Form calls={calls} onChange={onChange} />
    </QueryClientProvider>,
  )
  return {
    name: screen.getByRole('textbox', { name: 'Name' }),
    email: screen.getByRole('textbox', { name: 'E-mail' }),
    save: screen.getByRole('button', { name: 'Save' }),
  }
}

it('marks nothing before the first try; then the first field with a mark gets the focus, and is described by it', async () => {
  const calls = vi.fn(async () => {})
  const { name, email, save } = show(calls)
  await userEvent.type(email, 'x')
  await userEvent.clear(email)
  expect(email).not.toHaveAttribute('aria-invalid')
  await userEvent.click(save)
  await waitFor(() => expect(name).toHaveFocus())
  expect(name).toHaveAccessibleDescription('As in your passport. Enter a name.')
  expect(email).toHaveAccessibleDescription('Enter an address.')
  expect(calls).not.toHaveBeenCalled()
})

it('brings what is said of the field into sight where it is not, and moves nothing where it is', async () => {
  const scroll = vi.fn()
  const { name, email, save } = show(async () => {})
  Element.prototype.scrollIntoView = scroll
  document.elementFromPoint = () => save
  await userEvent.click(save)
  await waitFor(() => expect(scroll.mock.instances).toEqual([screen.getByText('Enter a name.').closest('p')]))
  expect(scroll).toHaveBeenCalledWith({ block: 'center' })
  await userEvent.type(name, 'a')
  document.elementFromPoint = () => screen.getByText('Enter an address.')
  await userEvent.click(save)
  await waitFor(() => expect(email).toHaveFocus())
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(scroll).toHaveBeenCalledTimes(1)
})

it('judges every field anew at each change after the first try', async () => {
  const { name, email, save } = show(async () => {})
  await userEvent.type(name, 'a')
  await userEvent.type(email, 'a')
  await userEvent.click(save)
  expect(await screen.findByText('Not your name.')).toBeInTheDocument()
  await userEvent.type(name, 'b')
  await waitFor(() => expect(email).not.toHaveAttribute('aria-invalid'))
})

it('keeps what was entered when a call fails, and says why over the form until the next try', async () => {
  const { name, email, save } = show(async () => {
    throw new Failure({ status: 500, code: 'broken', message: '' })
  })
  await userEvent.type(name, 'Asha')
  await userEvent.type(email, 'asha@x.example')
  await userEvent.click(save)
  expect(await screen.findByRole('alert')).toHaveTextContent('It was not saved.')
  expect(name).toHaveValue('Asha')
  expect(email).toHaveValue('asha@x.example')
  await userEvent.type(name, 'n')
  expect(screen.getByRole('alert')).toBeInTheDocument()
})

it('puts a refusal to its field, with the focus, until something is changed', async () => {
  const { name, email, save } = show(async () => {
    throw new Failure({ status: 409, code: 'email_taken', message: 'This address is taken.' })
  })
  await userEvent.type(name, 'Asha')
  await userEvent.type(email, 'asha@x.example')
  await userEvent.click(save)
  await waitFor(() => expect(email).toHaveAccessibleDescription('This address is taken.'))
  await waitFor(() => expect(email).toHaveFocus())
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.type(email, 'm')
  await waitFor(() => expect(email).not.toHaveAttribute('aria-invalid'))
})

it('sends nothing while something is being sent', async () => {
  let answer = () => {}
  const calls = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve
      }),
  )
  const { name, email } = show(calls)
  await userEvent.type(name, 'Asha')
  await userEvent.type(email, 'asha@x.example{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true'))
  await userEvent.type(email, '{Enter}')
  answer()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy'))
  expect(calls).toHaveBeenCalledOnce()
})

it('says that there is no answer yet, long before the call is given up, and no more once there is one', async () => {
  startTestClock()
  let answer = () => {}
  const calls = () =>
    new Promise<void>((resolve) => {
      answer = resolve
    })
  const { name, email } = show(calls)
  await userEvent.type(name, 'Asha')
  await userEvent.type(email, 'asha@x.example{Enter}')
  await pass(11_000)
  expect(screen.queryByText(NO_ANSWER_YET)).toBeNull()
  await pass(2000)
  expect(screen.getByText(NO_ANSWER_YET)).toBeVisible()
  expect(screen.queryByRole('alert'), 'nothing is wrong yet').toBeNull()
  answer()
  await waitFor(() => expect(screen.queryByText(NO_ANSWER_YET)).toBeNull())
})

it('tells each change', async () => {
  const told = vi.fn()
  const { name } = show(async () => {}, told)
  await userEvent.type(name, 'As')
  expect(told.mock.calls).toEqual([[{ name: 'A', email: '' }], [{ name: 'As', email: '' }]])
})
