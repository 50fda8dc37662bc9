/** The picture field asks for an address only where a picture of another site can be shown. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SITE, serverSays, showPage } from '@/testPage'
import { PictureField } from './PictureField'

const ADDRESS = 'Or its address'

function show(first: string) {
  function Page() {
    const [url, setUrl] = useState(first)
    return <PictureField file={null} onFile={() => {}} shown={null} url={url} onUrl={setUrl} />
  }
  return showPage({ '/event': Page }, '/event')
}

it('asks for an address where the operator allows a host', async () => {
  serverSays({ 'GET /site': { body: { ...SITE.body, foreignPictures: true } } })
  await show('')
  expect(await screen.findByLabelText(ADDRESS)).toBeInTheDocument()
})

it('asks for none where no host is allowed', async () => {
  serverSays({ 'GET /site': SITE })
  await show('')
  expect(await screen.findByText('Picture')).toBeInTheDocument()
  expect(screen.queryByLabelText(ADDRESS)).not.toBeInTheDocument()
})

it('lets an address be taken away that the event has', async () => {
  serverSays({ 'GET /site': SITE })
  await show('https://img.example/a.png')
  const field = await screen.findByLabelText(ADDRESS)
  await userEvent.clear(field)
  expect(field).toHaveValue('')
  expect(field).toBeInTheDocument()
})
