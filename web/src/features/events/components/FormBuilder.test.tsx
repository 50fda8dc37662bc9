/** The bench on which a registration form is made, and the form itself, which is the bench's preview. */
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import * as messages from '../messages'
import { type BuiltField, checkFields, type Field, type FieldMarks } from '../registrationFields'
import { FormBuilder } from './FormBuilder'
import { RegistrationForm } from './RegistrationForm'

let built: readonly BuiltField[] = []

function Bench() {
  const [fields, setFields] = useState<BuiltField[]>([])
  const [marks, setMarks] = useState<Record<string, FieldMarks>>({})
  built = fields
  return (
    <>
      <FormBuilder
        fields={fields}
        marks={marks}
        onChange={(next, left) => {
          setFields(next)
          setMarks(left)
        }}
      />
      <button type="button" onClick={() => setMarks(checkFields(fields))}>
        Check
      </button>
    </>
  )
}

const add = (kind: string) =>
  userEvent.click(within(screen.getByRole('group', { name: messages.ADD_FIELD })).getByRole('button', { name: kind }))
const field = () => screen.getByRole('list', { name: messages.FIELDS })
const preview = () => screen.getByRole('region', { name: messages.PREVIEW })

describe('the builder', () => {
  it('adds fields with names of their own and goes to the label', async () => {
    render(<Bench />)
    expect(screen.getByText(messages.BUILDER_EMPTY)).toBeInTheDocument()
    await add('Text')
    await waitFor(() => expect(screen.getByLabelText(messages.LABEL)).toHaveFocus())
    await userEvent.keyboard('Team name')
    await add('Date')
    expect(built.map(({ name, label, kind }) => [name, label, kind])).toEqual([
      ['field_1', 'Team name', 'text'],
      ['field_2', '', 'date'],
    ])
    expect(screen.getByText(messages.labelMissing('field_2'))).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Field 1: Team name/ })).toHaveAttribute('aria-expanded', 'false')
  })

  it('takes a name from the label if one wants', async () => {
    render(<Bench />)
    await add('Text')
    const take = screen.getByRole('button', { name: messages.NAME_TAKE })
    expect(take).toBeDisabled()
    await userEvent.type(screen.getByLabelText(messages.LABEL), 'T-shirt size?')
    await userEvent.click(take)
    expect(screen.getByLabelText(messages.NAME)).toHaveValue('t_shirt_size')
    expect(take).toBeDisabled()
  })

  it('adds options only if they are not blank, and takes them back', async () => {
    render(<Bench />)
    await add('Select')
    const typing = screen.getByLabelText(messages.OPTION_NEW)
    await userEvent.type(typing, '   {Enter}')
    expect(built[0]?.options).toEqual([])
    await userEvent.type(typing, '{Backspace>3/}Vegetarian{Enter}Jain{Enter}')
    expect(built[0]?.options).toEqual(['Vegetarian', 'Jain'])
    await userEvent.type(typing, 'Jain{Enter}')
    expect(screen.getByText(messages.optionThere('Jain'))).toBeInTheDocument()
    await userEvent.clear(typing)
    await userEvent.paste('Vegan\nHalal\n')
    await userEvent.click(screen.getByRole('button', { name: 'Remove option Vegetarian' }))
    expect(built[0]?.options).toEqual(['Jain', 'Vegan', 'Halal'])
    expect(within(preview()).getByRole('option', { name: 'Select an option' })).toBeInTheDocument()
  })

  it('moves and removes', async () => {
    render(<Bench />)
    await add('Text')
    await userEvent.type(screen.getByLabelText(messages.LABEL), 'One')
    await add('Text')
    await userEvent.type(screen.getByLabelText(messages.LABEL), 'Two')
    await userEvent.click(screen.getByRole('button', { name: 'Move Two up' }))
    expect(built.map(({ label }) => label)).toEqual(['Two', 'One'])
    // Names go along: they are the keys of answers.
    expect(built.map(({ name }) => name)).toEqual(['field_2', 'field_1'])
    await userEvent.click(screen.getByRole('button', { name: 'Remove Two' }))
    expect(built.map(({ label }) => label)).toEqual(['One'])
    await waitFor(() => expect(screen.getByRole('button', { name: /^Field 1: One/ })).toHaveFocus())
  })

  it('opens what is marked, and a mark goes when its field is edited', async () => {
    render(<Bench />)
    await add('Select')
    await add('Text')
    await userEvent.click(screen.getByRole('button', { name: 'Check' }))
    expect(await within(field()).findByText(messages.OPTIONS_MISSING)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Field 1/ })).toHaveAttribute('aria-expanded', 'true')
    await userEvent.type(screen.getByLabelText(messages.OPTION_NEW), 'A{Enter}')
    expect(screen.queryByText(messages.OPTIONS_MISSING)).not.toBeInTheDocument()
  })

  it('shows the form itself, which only checks', async () => {
    render(<Bench />)
    await add('Text')
    await userEvent.type(screen.getByLabelText(messages.LABEL), 'Team name')
    await userEvent.click(screen.getByRole('checkbox', { name: messages.ASKED_OF_ALL }))
    const shown = within(preview())
    expect(shown.getByPlaceholderText('Enter team name')).toBeRequired()
    await userEvent.click(shown.getByRole('button', { name: 'Submit Registration' }))
    expect(shown.getByText('This field is required')).toBeInTheDocument()
    await userEvent.type(shown.getByPlaceholderText('Enter team name'), 'Owls')
    await userEvent.click(shown.getByRole('button', { name: 'Submit Registration' }))
    expect(shown.getByText(messages.PREVIEW_GOOD)).toBeInTheDocument()
  })

  it('ends at fifty', async () => {
    const fifty = Array.from({ length: 50 }, (_, at) => ({
      key: `f${at}`,
      name: `n${at}`,
      label: `L${at}`,
      kind: 'text' as const,
      required: false,
      options: [],
    }))
    render(<FormBuilder fields={fifty} marks={{}} onChange={() => {}} />)
    expect(screen.getByText(messages.FIELDS_FULL)).toBeInTheDocument()
    expect(
      within(screen.getByRole('group', { name: messages.ADD_FIELD })).getByRole('button', { name: 'Text' }),
    ).toBeDisabled()
  })
})

describe('the form', () => {
  const FIELDS: Field[] = [
    { name: 'who', label: 'Team Name', kind: 'text', required: true, options: [] },
    { name: 'mail', label: 'Contact', kind: 'email', required: false, options: [] },
    { name: 'diet', label: 'Diet', kind: 'select', required: true, options: ['Vegetarian', 'Jain'] },
    { name: 'elements', label: 'Count', kind: 'number', required: false, options: [] },
  ]
  const show = (onSubmit: (answers: Record<string, string>) => void, refused?: Record<string, string>) =>
    render(
      <>
        <RegistrationForm id="f" label="Register" fields={FIELDS} refused={refused} onSubmit={onSubmit} />
        <button type="submit" form="f">
          Send
        </button>
      </>,
    )

  it('says what is missing, goes to the first of it, and forgets a mark when its field is edited', async () => {
    const sent = vi.fn()
    show(sent)
    expect(screen.getByPlaceholderText('Enter team name')).toBeInTheDocument()
    await userEvent.type(screen.getByPlaceholderText('Enter contact'), 'ada')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getAllByText('This field is required')).toHaveLength(2)
    expect(screen.getByText(messages.UNFIT.email)).toBeInTheDocument()
    await waitFor(() => expect(screen.getByPlaceholderText('Enter team name')).toHaveFocus())
    await userEvent.keyboard('Owls')
    expect(screen.getAllByText('This field is required')).toHaveLength(1)
    expect(sent).not.toHaveBeenCalled()
    await userEvent.type(screen.getByPlaceholderText('Enter contact'), '@meridian.example')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Diet/ }), 'Jain')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(sent).toHaveBeenCalledWith({ who: 'Owls', mail: 'ada@meridian.example', diet: 'Jain', elements: '' })
  })

  it('marks what the server did not take', async () => {
    show(() => {}, { diet: 'Please choose one of the options' })
    expect(await screen.findByText('Please choose one of the options')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('combobox', { name: /Diet/ })).toHaveFocus())
  })
})
