/** Messages of the gallery screens: every sentence, the specification's exact ones among them. */
import { ANSWERS_FOR_SERVER } from '@/api/intermediaryMessages'
import { percentText } from '@/lib/percentText'

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

export function images(count: number): string {
  return countOf(count, 'Image')
}

// The hub
export const HUB = 'Event Gallery Hub'
export const HUB_LEAD = 'Each event has one gallery. Everybody who is logged in sees it on the Gallery tab.'
export const ACTIVE = 'Active'
export const CANCELLED = 'Cancelled'
export const NO_EVENTS = { title: 'No Events Found', text: 'No events available for this club yet.' }
export const EVENTS_FAILED = 'Failed to fetch events'
export const VIEW_PARTICIPANTS = 'View participants'
export const CREATE = 'Create Gallery'
export const ADD = 'Add Images'
export const NO_PICTURES_YET = 'No images yet'
export const NO_PLACE = 'Place not set'

export function editLabel(event: string): string {
  return `Edit the gallery of ${event}`
}

// Creating and adding
export const TITLE = 'Gallery Title'
export const TITLE_MISSING = 'Please enter a title'
export const DESCRIPTION = 'Description'
export const IMAGES = 'Images'
export const IMAGES_MISSING = 'Please select at least one image'
export const BROWSE = 'Browse images'
export const KINDS = 'PNG, JPG, GIF up to 10MB each'
export const SKIPPED = 'Some files were skipped (only images up to 10MB allowed)'
export const SELECTED = 'Selected images'
export const RESET = 'Reset'
export const CANCEL = 'Cancel'
export const DONE = 'Done'
export const CREATING = 'Creating Gallery...'
export const ADDING = 'Adding Images...'
export const CREATED = 'Gallery created successfully!'
export const ADDED = 'Pictures added to the gallery'
export const CREATE_FAILED = 'Failed to create gallery'
export const ADD_FAILED = 'Failed to add the images'
export const TEXTS_FIXED = 'The gallery has been created. You can change its title with Edit.'

export function defaultTitle(event: string): string {
  return `${event} Gallery`
}

export function defaultDescription(event: string): string {
  return `Gallery for ${event} event`
}

// How far an upload is
export const WAITING = 'Waiting'
export const WORKING = 'Preparing…'
export const ADDED_ONE = 'Added'
export const NOT_ADDED = 'Not added'
export const NOT_SENT = 'Not sent. It can be tried again.'
export const BUSY_SERVER = 'Not confirmed yet, trying again…'
export const AWAY = 'Not confirmed yet: the server could not be reached. Trying again…'
export const BETWEEN = `Not confirmed yet: something ${ANSWERS_FOR_SERVER}. Open another website to log in to the network; this page keeps trying.`
export const MISDIRECTED =
  'Not confirmed yet: this reached the server as somebody else’s. Check who is logged in in this browser; this page keeps trying.'
export const LOST = 'The connection was lost. What was added stays; the rest can be tried again.'
export const RETRY = 'Try again'

export function sentOf(percent: number): string {
  return percentText(percent)
}
export function progressLabel(name: string): string {
  return `Upload of ${name}`
}
export function progressText(done: number, total: number): string {
  return `${done} of ${total} added`
}
export function retryAll(count: number): string {
  return `Try ${countOf(count, 'image')} again`
}
export function outcome({ done, refused, failed }: { done: number; refused: number; failed: number }): string {
  const parts = [
    `${countOf(done, 'image')} added`,
    refused > 0 ? `${refused} refused` : '',
    failed > 0 ? `${failed} not sent` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

export const STOP_TITLE = 'Stop uploading?'
export const STOP = 'Stop'
export const GO_ON = 'Keep uploading'
export function stopBody(left: number): string {
  return `${countOf(left, 'image')} would not be added. Those that are there stay.`
}

// The gallery tab
export function clubGallery(club: string): string {
  return `${club} Club Gallery`
}
export const NONE = 'No gallery items found.'
export const NONE_TEXT = 'Once the club adds pictures of an event, they appear here.'
export const NO_IMAGES = 'No images available'
export const PICTURE_GONE = 'This image could not be loaded'
export const NO_EVENT = 'No event details available'
export const GALLERIES_FAILED = 'The galleries could not be loaded. Please try again.'
export const EDIT = 'Edit'
export const PREVIOUS = 'Previous images'
export const NEXT = 'Next images'

export function counter(at: number, total: number): string {
  return `${at} / ${total}`
}
export function imageName(title: string, at: number, total: number): string {
  return `${title}, image ${at} of ${total}`
}
export function openLabel(title: string, at: number, total: number): string {
  return `Open image ${at} of ${total} of ${title}`
}
export function goTo(at: number): string {
  return `Go to image ${at}`
}
export function pictures(title: string): string {
  return `Pictures of ${title}`
}

// The manager
export const HOVER_HINT = 'Hover over images to delete'
export const TOUCH_HINT = 'Tap the bin on an image to delete it'
export const EMPTY = { title: 'No Images Found', text: 'Your gallery is empty. Add some images to get started.' }
export const GALLERY_FAILED = 'The gallery could not be loaded. Please try again.'
export const MISSING = {
  title: 'This gallery was not found',
  text: 'It may have been deleted, or the address is mistyped.',
}
export const BACK_TO_HUB = 'All galleries of this club'
export const TO_CLUB = 'To the club'
export const NOT_OFFICE = {
  title: 'For this club’s administrators',
  text: 'The club’s President and its administrators look after its galleries. You can ask them on the club’s page.',
}
export const DELETE_IMAGE_TITLE = 'Delete this image?'
export const DELETE_IMAGE_BODY = 'It is deleted from the gallery for good.'
export const DELETE = 'Delete'
export const DELETE_IMAGE_FAILED = 'The image could not be deleted. Please try again.'
export const EDIT_DETAILS = 'Edit details'
export const SAVE = 'Save'
export const SAVE_FAILED = 'The gallery could not be saved. Please try again.'
export const DELETE_GALLERY = 'Delete gallery'
export const DELETE_GALLERY_TITLE = 'Delete this gallery?'
export const DELETE_GALLERY_FAILED = 'The gallery could not be deleted. Please try again.'

export function deleteGalleryBody(count: number): string {
  return count === 0
    ? 'It is deleted for good. The event stays.'
    : `It is deleted for good with its ${countOf(count, 'image')}. The event stays.`
}
export function deleteLabel(at: number, total: number): string {
  return `Delete image ${at} of ${total}`
}
