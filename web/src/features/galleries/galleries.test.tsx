/** The hub, the dialog that uploads, the gallery tab and the manager, as a person uses them. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { Failure } from '@/api/failure'
import { type Answer, type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { ClubGallery } from './components/ClubGallery'
import { GalleryHub } from './components/GalleryHub'
import * as messages from './messages'
import GalleryPage from './pages/GalleryPage'

const uploadForm = vi.hoisted(() => vi.fn())
vi.mock('@/api/uploadForm', () => ({ uploadForm }))
// Turning needs a real browser (e2e); here the first pictures stand still.
vi.mock('./components/GalleryCarousel', async () => {
  const { CarouselPlaceholder } = await import('./components/CarouselPlaceholder')
  return { GalleryCarousel: CarouselPlaceholder }
})

const CLUB = { shortName: 'HOBBY' }
const EVENT = {
  _id: 'e1',
  title: 'Photo walk',
  location: 'Lake',
  start: '2026-11-20T00:30:00Z',
  end: '2026-11-20T03:00:00Z',
}
const event = (change: object = {}) => ({
  ...EVENT,
  club: 'HOBBY',
  description: '',
  imageurl: '',
  formjson: { fields: [] },
  open: false,
  registered: 0,
  waiting: 0,
  status: 'past',
  ...change,
})
const picture = (key: string) => ({
  key,
  url: `http://elsewhere/api/media/${key}`,
  width: 900,
  height: 600,
  widths: [320, 640, 900],
})
const gallery = (keys: string[], change: object = {}) => ({
  _id: 'g1',
  title: 'Morning light',
  description: 'Bring gloves.',
  club: 'HOBBY',
  createdAt: '2026-11-20T08:00:00Z',
  EventId: EVENT,
  imageUrl: keys.map((key) => `http://elsewhere/api/media/${key}`),
  pictures: keys.map(picture),
  ...change,
})
const lists = (galleries: unknown[], events: unknown[] = [event()]) => ({
  'GET /event/gallery/HOBBY': { body: { success: true, gallery: galleries } },
  'GET /event/allevent/HOBBY': { body: { success: true, events, serverNow: '2026-11-21T06:00:00Z' } },
})

type Answers = Record<string, Answer | ((asked: Asked) => Answer)>
const start = (answers: Answers, role = 'HOBBY') =>
  serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(role), ...answers })

const participants = vi.fn(({ title }: { title: string }, open: boolean) => (open ? <p>people of {title}</p> : null))
const Hub = () => <GalleryHub club={CLUB} participants={participants} />
const Tab = () => <ClubGallery club={CLUB} />
const Club = () => <p>the club</p>
const PAGES = {
  '/hub': Hub,
  '/tab': Tab,
  '/gallery/$club/$id': GalleryPage,
  '/club/$clubId': Club,
  '/event/$eventId': Club,
}

const photo = (name: string) => new File([name], name, { type: 'image/png' })

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:preview')
  URL.revokeObjectURL = vi.fn()
  uploadForm.mockReset()
})
afterEach(() => vi.restoreAllMocks())

describe('the hub', () => {
  it('has a card for every event, with the way to its gallery and its people', async () => {
    start(lists([gallery(['k1', 'k2'])], [event(), event({ _id: 'e2', title: 'Chess ladder', status: 'cancelled' })]))
    await showPage(PAGES, '/hub')
    expect(await screen.findByRole('heading', { name: messages.HUB })).toBeInTheDocument()
    const [walk, chess] = (await screen.findAllByRole('heading', { level: 3 })).map((head) => head.closest('li'))
    if (!walk || !chess) throw new Error('no cards')
    expect(within(walk).getByText('Active')).toBeInTheDocument()
    expect(within(walk).getByText('2 Images')).toBeInTheDocument()
    expect(within(walk).getByRole('button', { name: messages.ADD })).toBeInTheDocument()
    expect(within(walk).getByRole('link', { name: 'Edit the gallery of Photo walk' })).toHaveAttribute(
      'href',
      '/gallery/HOBBY/e1',
    )
    expect(within(chess).getByText('Cancelled')).toBeInTheDocument()
    expect(within(chess).getByRole('button', { name: 'Create Gallery' })).toBeInTheDocument()
    await userEvent.click(within(chess).getByRole('button', { name: 'View participants' }))
    expect(await screen.findByText('people of Chess ladder')).toBeInTheDocument()
  })

  it('says when there is no event, and when they cannot be fetched', async () => {
    start(lists([], []))
    await showPage(PAGES, '/hub')
    expect(await screen.findByText('No Events Found')).toBeInTheDocument()
    expect(screen.getByText('No events available for this club yet.')).toBeInTheDocument()
  })

  it('offers to try again when the events cannot be fetched', async () => {
    start({ ...lists([]), 'GET /event/allevent/HOBBY': { status: 403, body: { code: 'x', message: 'Not now.' } } })
    await showPage(PAGES, '/hub')
    expect(await screen.findByRole('heading', { name: 'Failed to fetch events' })).toBeInTheDocument()
    expect(screen.getByText('Not now.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })
})

describe('creating a gallery', () => {
  async function open() {
    const calls = start(lists([]))
    await showPage(PAGES, '/hub')
    await userEvent.click(await screen.findByRole('button', { name: 'Create Gallery' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Gallery' }))
    return { dialog, calls, submit: () => dialog.getByRole('button', { name: /^Create Gallery$|^Creating/ }) }
  }
  const choose = async (...files: File[]) =>
    userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText(messages.BROWSE), files)

  it('needs a title and a picture, and resets to the default texts', async () => {
    const { dialog, submit } = await open()
    const title = dialog.getByLabelText('Gallery Title')
    expect(title).toHaveValue('Photo walk Gallery')
    expect(dialog.getByLabelText('Description')).toHaveValue('Gallery for Photo walk event')
    expect(submit()).toBeDisabled()
    await userEvent.type(title, '{Enter}')
    expect(dialog.getByText('Please select at least one image')).toBeVisible()
    expect(dialog.getByLabelText(messages.BROWSE)).toBeInvalid()
    await choose(photo('a.png'))
    await waitFor(() => expect(submit()).toBeEnabled())
    expect(dialog.queryByText('Please select at least one image')).not.toBeInTheDocument()
    await userEvent.clear(title)
    await userEvent.tab()
    expect(dialog.getByText('Please enter a title')).toBeVisible()
    expect(submit()).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Reset' }))
    expect(title).toHaveValue('Photo walk Gallery')
    expect(submit()).toBeEnabled()
  })

  it('warns of what was left out', async () => {
    await open()
    await choose(photo('a.png'), new File(['x'], 'notes.txt', { type: 'text/plain' }))
    expect(await screen.findByText('Some files were skipped (only images up to 10MB allowed)')).toBeInTheDocument()
  })

  it('sends one picture after the other, each with its own progress, and closes', async () => {
    const { dialog, submit } = await open()
    await choose(photo('a.png'), photo('b.png'))
    let release = () => {}
    uploadForm.mockImplementationOnce(async (_path, _form, { onProgress }) => {
      onProgress(0.42)
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return { gallery: gallery(['k1']) }
    })
    uploadForm.mockResolvedValueOnce({ gallery: gallery(['k1', 'k2']) })
    await waitFor(() => expect(submit()).toBeEnabled())
    await userEvent.click(submit())
    expect(dialog.getByRole('button', { name: 'Creating Gallery...' })).toBeInTheDocument()
    expect(dialog.getByRole('progressbar', { name: 'Upload of a.png' })).toHaveAttribute('aria-valuenow', '42')
    expect(dialog.getByText('Waiting')).toBeInTheDocument()
    expect(uploadForm).toHaveBeenCalledTimes(1)
    const form = uploadForm.mock.calls[0]?.[1] as FormData
    expect(Object.fromEntries(['title', 'description', 'eventId', 'club'].map((key) => [key, form.get(key)]))).toEqual({
      title: 'Photo walk Gallery',
      description: 'Gallery for Photo walk event',
      eventId: 'e1',
      club: 'HOBBY',
    })
    expect((form.get('images') as File).name).toBe('a.png')

    // Closing asks first, and going on is the safe answer.
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    const asked = within(await screen.findByRole('dialog', { name: messages.STOP_TITLE }))
    await userEvent.click(asked.getByRole('button', { name: messages.GO_ON }))
    start({ ...lists([]), 'GET /event/gallery/HOBBY': { status: 403, body: { code: 'x', message: 'Not now.' } } })
    release()
    expect(await screen.findByText('Gallery created successfully!')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(uploadForm).toHaveBeenCalledTimes(2)
    // Also where the list cannot be asked for again.
    expect(screen.getByRole('button', { name: messages.ADD })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Create Gallery' })).not.toBeInTheDocument()
  })

  it('keeps what was chosen when it was opened again at once', async () => {
    const { submit } = await open()
    await choose(photo('a.png'))
    uploadForm.mockResolvedValue({ gallery: gallery(['k1']) })
    await waitFor(() => expect(submit()).toBeEnabled())
    start(lists([gallery(['k1'])]))
    await userEvent.click(submit())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    // As quick as it goes, while the other one is still being tidied away.
    fireEvent.click(screen.getByRole('button', { name: messages.ADD }))
    const again = within(screen.getByRole('dialog', { name: messages.ADD }))
    fireEvent.change(screen.getByLabelText(messages.BROWSE), { target: { files: [photo('b.png')] } })
    expect(await again.findByText('b.png')).toBeVisible()
    expect(again.queryByText('a.png')).not.toBeInTheDocument()
    expect(again.getByRole('button', { name: messages.ADD })).toBeEnabled()
  })

  it('names what was refused, tries again what did not get through', async () => {
    const { dialog, submit } = await open()
    await choose(photo('a.png'), photo('b.png'), photo('c.png'))
    uploadForm.mockResolvedValueOnce({ gallery: gallery(['k1']) })
    uploadForm.mockRejectedValueOnce(
      new Failure({
        status: 400,
        code: 'invalid',
        message: 'No picture was added. b.png: not a picture',
        body: { field: 'images', refused: ['b.png: not a picture'] },
      }),
    )
    uploadForm.mockRejectedValueOnce(new Failure({ status: 500, code: 'internal', message: 'gone' }))
    await waitFor(() => expect(submit()).toBeEnabled())
    await userEvent.click(submit())
    expect(await dialog.findByText('Not added: not a picture')).toBeInTheDocument()
    expect(dialog.getByText(/1 image added, 1 refused, 1 not sent\./)).toBeInTheDocument()
    expect(dialog.getByText(messages.NOT_SENT)).toBeInTheDocument()
    expect(screen.getByText('Gallery created successfully!')).toBeInTheDocument()
    // The gallery is there: its texts are changed elsewhere.
    expect(dialog.getByLabelText('Gallery Title')).toBeDisabled()
    uploadForm.mockResolvedValueOnce({ gallery: gallery(['k1', 'k3']) })
    await userEvent.click(dialog.getByRole('button', { name: 'Try 1 image again' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const again: FormData | undefined = uploadForm.mock.calls[3]?.[1]
    expect(again?.get('images')).toMatchObject({ name: 'c.png' })
  })

  it('keeps everything when the server refuses the whole', async () => {
    const { dialog, submit } = await open()
    await choose(photo('a.png'))
    uploadForm.mockRejectedValueOnce(
      new Failure({ status: 403, code: 'not_club_administrator', message: 'Not yours.' }),
    )
    await waitFor(() => expect(submit()).toBeEnabled())
    await userEvent.click(submit())
    expect((await screen.findAllByText(/Not yours\./)).length).toBeGreaterThan(0)
    expect(dialog.getByText('a.png')).toBeInTheDocument()
    expect(dialog.getByLabelText('Gallery Title')).toBeEnabled()
  })
})

describe('the gallery tab', () => {
  it('shows each event with its pictures', async () => {
    start(
      lists([gallery(['k1', 'k2', 'k3', 'k4']), gallery([], { _id: 'g2', title: 'Nothing yet', EventId: null })]),
      'USER',
    )
    await showPage(PAGES, '/tab')
    expect(await screen.findByRole('heading', { level: 2, name: 'HOBBY Club Gallery' })).toBeInTheDocument()
    const block = within(await screen.findByRole('article', { name: 'Photo walk' }))
    expect(block.getByText('Nov 20, 2026, 06:00 AM – 08:30 AM')).toBeInTheDocument()
    expect(block.getByText('Lake')).toBeInTheDocument()
    expect(await block.findByText('1 / 4')).toBeInTheDocument()
    const first = block.getByRole('button', { name: 'Open image 1 of 4 of Morning light' }).querySelector('img')
    expect(first).toHaveAttribute('srcset', '/api/media/k1/320 320w, /api/media/k1/640 640w, /api/media/k1/900 900w')
    expect(first).toHaveAttribute('src', '/api/media/k1')
    const other = within(screen.getByRole('article', { name: 'Nothing yet' }))
    expect(other.getByText('No event details available')).toBeInTheDocument()
    expect(other.getByText('No images available')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: messages.EDIT })).not.toBeInTheDocument()
  })

  it('says when there is nothing', async () => {
    start(lists([]))
    await showPage(PAGES, '/tab')
    expect(await screen.findByText('No gallery items found.')).toBeInTheDocument()
  })

  it('opens the lightbox, which Escape closes', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    start(lists([gallery(['k1', 'k2'])]))
    await showPage(PAGES, '/tab')
    const opener = await screen.findByRole('button', { name: 'Open image 2 of 2 of Morning light' })
    await userEvent.click(opener)
    const lightbox = within(await screen.findByRole('dialog', { name: 'Pictures of Morning light' }))
    expect(await lightbox.findByText('2 / 2')).toBeInTheDocument()
    expect(lightbox.getByRole('button', { name: 'Close' })).toBeInTheDocument()
    await userEvent.keyboard('{Home}')
    expect(await lightbox.findByText('1 / 2')).toBeInTheDocument()
    await userEvent.keyboard('{End}')
    expect(await lightbox.findByText('2 / 2')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(opener).toHaveFocus())
    vi.unstubAllGlobals()
  })
})

describe('the manager', () => {
  const managed = (keys: string[], answers: Answers = {}) =>
    start({ 'GET /event/galleryedit/e1': { body: { success: true, gallery: gallery(keys) } }, ...answers })

  it('counts, and deletes the picture that was seen', async () => {
    const calls = managed(['k1', 'k2', 'k3'], {
      'DELETE /event/deleteimg': { body: { success: true, message: 'Image removed', gallery: gallery(['k1', 'k3']) } },
    })
    await showPage(PAGES, '/gallery/HOBBY/e1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Morning light' })).toBeInTheDocument()
    expect(screen.getByText('3 Images')).toBeInTheDocument()
    expect(screen.getByText('Hover over images to delete')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Delete image 2 of 3' }))
    const asked = within(await screen.findByRole('dialog', { name: messages.DELETE_IMAGE_TITLE }))
    expect(asked.getByRole('img', { name: 'Morning light, image 2 of 3' })).toHaveAttribute('src', '/api/media/k2')
    await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 Images')).toBeInTheDocument()
    expect(calls.find(({ method }) => method === 'DELETE')?.body).toEqual({
      data1: {
        _id: 'g1',
        imageUrl: ['http://elsewhere/api/media/k1', 'http://elsewhere/api/media/k2', 'http://elsewhere/api/media/k3'],
      },
      index: 1,
    })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete image 2 of 2' })).toHaveFocus())
  })

  it('deletes the picture it asked about, wherever that is by then', async () => {
    let now = gallery(['k1', 'k2', 'k3'])
    const calls = managed([], {
      'GET /event/galleryedit/e1': () => ({ body: { success: true, gallery: now } }),
      'DELETE /event/deleteimg': { body: { success: true, message: 'Image removed', gallery: gallery(['k3']) } },
    })
    await showPage(PAGES, '/gallery/HOBBY/e1')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete image 2 of 3' }))
    const asked = within(await screen.findByRole('dialog', { name: messages.DELETE_IMAGE_TITLE }))
    now = gallery(['k2', 'k3'])
    await act(() => cache.refetchQueries())
    expect(asked.getByRole('img')).toHaveAttribute('src', '/api/media/k2')
    await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Image removed')
    expect(calls.find(({ method }) => method === 'DELETE')?.body).toMatchObject({ index: 0 })
  })

  it('deletes nothing when the picture has gone meanwhile', async () => {
    let now = gallery(['k1', 'k2', 'k3'])
    const calls = managed([], { 'GET /event/galleryedit/e1': () => ({ body: { success: true, gallery: now } }) })
    await showPage(PAGES, '/gallery/HOBBY/e1')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete image 2 of 3' }))
    const asked = within(await screen.findByRole('dialog', { name: messages.DELETE_IMAGE_TITLE }))
    now = gallery(['k1', 'k3'])
    await act(() => cache.refetchQueries())
    await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  })

  it('shows what is there now when somebody else was faster', async () => {
    let now = gallery(['k1', 'k2'])
    const calls = managed([], {
      'GET /event/galleryedit/e1': () => ({ body: { success: true, gallery: now } }),
      'DELETE /event/deleteimg': () => {
        now = gallery(['k2'])
        return { status: 409, body: { code: 'gallery_changed', message: 'This gallery has changed in the meantime.' } }
      },
    })
    await showPage(PAGES, '/gallery/HOBBY/e1')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete image 1 of 2' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('This gallery has changed in the meantime.')).toBeInTheDocument()
    expect(await screen.findByText('1 Image')).toBeInTheDocument()
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('renames, and deletes the whole', async () => {
    const calls = managed(['k1'], {
      'PUT /galleries/g1': ({ body }) => ({
        body: { success: true, message: 'Gallery saved', gallery: gallery(['k1'], body as object) },
      }),
      'DELETE /galleries/g1': { body: { success: true, message: 'Gallery deleted' } },
    })
    await showPage(PAGES, '/gallery/HOBBY/e1')
    await userEvent.click(await screen.findByRole('button', { name: messages.EDIT_DETAILS }))
    const dialog = within(await screen.findByRole('dialog', { name: messages.EDIT_DETAILS }))
    const title = dialog.getByLabelText('Gallery Title')
    await userEvent.clear(title)
    expect(dialog.getByRole('button', { name: messages.SAVE })).toBeDisabled()
    await userEvent.type(title, '  Evening light ')
    await userEvent.click(dialog.getByRole('button', { name: messages.SAVE }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Evening light' })).toBeInTheDocument()
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ title: 'Evening light' })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: messages.DELETE_GALLERY }))
    const asked = within(await screen.findByRole('dialog', { name: messages.DELETE_GALLERY_TITLE }))
    await userEvent.click(asked.getByRole('button', { name: messages.DELETE_GALLERY }))
    expect(await screen.findByText('the club')).toBeInTheDocument()
    expect(screen.getByText('Gallery deleted')).toBeInTheDocument()
  })

  it('is empty for an event that has no gallery yet, and missing for what is nowhere', async () => {
    start(lists([]))
    await showPage(PAGES, '/gallery/HOBBY/e1')
    expect(await screen.findByText('No Images Found')).toBeInTheDocument()
    expect(screen.getByText('Your gallery is empty. Add some images to get started.')).toBeInTheDocument()
    expect(screen.getByText('0 Images')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Create Gallery' }))
    expect(await screen.findByRole('dialog', { name: 'Create Gallery' })).toBeInTheDocument()
  })

  it('says what is nowhere, and who may be here', async () => {
    start(lists([]))
    await showPage(PAGES, '/gallery/HOBBY/e9')
    expect(await screen.findByText(messages.MISSING.title)).toBeInTheDocument()
  })

  it('leads people without the office to the club', async () => {
    start(lists([]), 'DRAMATIC')
    await showPage(PAGES, '/gallery/HOBBY/e1')
    expect(await screen.findByText(messages.NOT_OFFICE.title)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: messages.TO_CLUB })).toHaveAttribute('href', '/club/HOBBY')
  })
})
