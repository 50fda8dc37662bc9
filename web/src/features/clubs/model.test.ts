/** The rules of clubs' screens. */
import { describe, expect, it } from 'vitest'
import * as messages from './messages'
import {
  averageOf,
  type Club,
  checkDraft,
  coloursOf,
  contrast,
  draftOf,
  maySend,
  newDraft,
  OFFICES,
  officeNote,
  officesBeside,
  PLAIN_COLOUR,
  type Place,
  pictureRefusal,
  proposedShortName,
  statusTone,
  tabFrom,
  tabsFor,
} from './model'

const place = (part: Partial<Place> = {}): Place => ({ status: 'none', role: null, mayManage: false, ...part })

describe('tabs', () => {
  it.each([
    ['a guest', null, ['club-details', 'showgallery', 'feedback']],
    ['somebody signed in', place(), ['club-details', 'events', 'showgallery', 'feedback']],
    ['a member', place({ status: 'member', role: 'Treasurer' }), ['club-details', 'events', 'showgallery', 'feedback']],
    [
      'whoever manages it',
      place({ mayManage: true }),
      ['club-details', 'events', 'members', 'gallery', 'notifications', 'showgallery', 'feedback'],
    ],
  ])('are shown to %s', (_, you, tabs) => {
    expect(tabsFor(you)).toEqual(tabs)
  })

  it.each([
    [undefined, 'club-details'],
    ['members', 'members'],
    ['ShowGallery', 'showgallery'],
    ['billing', 'club-details'],
    ['', 'club-details'],
  ])('%s in the address is %s', (asked, tab) => {
    expect(tabFrom(asked)).toBe(tab)
  })
})

describe('colour', () => {
  it('has letters one can read on whatever it is', () => {
    for (let hue = 0; hue < 4096; hue += 1) {
      const ground = `#${[hue >> 8, (hue >> 4) & 15, hue & 15].map((part) => part.toString(16).repeat(2)).join('')}`
      expect(contrast(ground, coloursOf(ground).ink), ground).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('falls back to the site’s own', () => {
    for (const strange of [null, '', 'red', '#12345', 'url(x)']) expect(coloursOf(strange).ground).toBe(PLAIN_COLOUR)
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  })
})

describe('members', () => {
  it('are offered every office but their own', () => {
    expect(officesBeside('treasurer')).toEqual(OFFICES.filter((office) => office !== 'Treasurer'))
    expect(officesBeside('Moderator')).toEqual(OFFICES)
  })

  it('are told what an office means', () => {
    expect(officeNote('Member', 'President')).toBe(messages.PRESIDENT_MANAGES)
    expect(officeNote('President', 'Member')).toBe(messages.PRESIDENT_NO_MORE)
    expect(officeNote('Member', 'Treasurer')).toBe('')
  })

  it('have a look by status, any letter case; the unknown looks like a member', () => {
    expect(statusTone('PENDING')).toBe('amber')
    expect(statusTone('president')).toBe(statusTone('President'))
    expect(statusTone('Archivist')).toBe(statusTone('Member'))
  })
})

describe('feedback', () => {
  it.each([
    [[0, 0, 0, 0, 0], null],
    [[0, 0, 0, 0, 1], 5],
    [[1, 0, 0, 0, 2], 3.7],
    [[0, 0, 1, 2, 2], 4.2],
  ])('%j is %s', (stars, average) => {
    expect(averageOf(stars)).toBe(average)
  })
})

describe('notifications', () => {
  it('need a title and a body that are not blank', () => {
    expect(maySend({ title: ' ', body: 'x' })).toBe(false)
    expect(maySend({ title: 'x', body: '\n' })).toBe(false)
    expect(maySend({ title: 'x', body: 'y' })).toBe(true)
  })
})

describe('the form of a club', () => {
  const good = { ...newDraft(), name: 'Film Club', shortName: 'FILM' }

  it('takes what is right', () => {
    expect(checkDraft(good)).toEqual({})
    expect(checkDraft({ ...good, shortName: ' film ' })).toEqual({})
    expect(checkDraft({ ...good, links: [{ key: 0, label: 'Site', url: 'https://film.example/a?b#c' }] })).toEqual({})
  })

  it('says what is wrong, where', () => {
    expect(checkDraft({ ...good, name: ' ' })).toEqual({ name: messages.NAME_MISSING })
    for (const shortName of ['', 'F', '1A', 'A B', 'ÄB', 'x'.repeat(31)]) {
      expect(checkDraft({ ...good, shortName }), shortName).toEqual({ shortName: messages.SHORT_NAME_STRANGE })
    }
    expect(checkDraft({ ...good, colour: 'red' })).toEqual({ colour: messages.COLOUR_STRANGE })
    expect(checkDraft({ ...good, links: [{ key: 4, label: ' ', url: 'https://x.example' }] }).link).toEqual({
      4: messages.LINK_LABEL_MISSING,
    })
    for (const url of ['', 'film', 'http://x.example', 'https://', 'javascript:alert(1)', 'https://a@b.example']) {
      expect(checkDraft({ ...good, links: [{ key: 4, label: 'Site', url }] }).link, url).toEqual({
        4: messages.LINK_STRANGE,
      })
    }
  })

  it.each([
    ['Film Club', 'FILM'],
    ['Debating Society', 'DEBATING'],
    ['Film & Photo Circle', 'FILM_PHOTO'],
    ['Théâtre', 'THEATRE'],
    ['3D Printing', 'D_PRINTING'],
    ['Club', 'CLUB'],
  ])('proposes a short name for %s', (name, short) => {
    expect(proposedShortName(name)).toBe(short)
  })

  it('begins with what is there', () => {
    const club = { name: 'Film', shortName: 'FILM', description: 'x', colour: null, links: [{ label: 'a', url: 'b' }] }
    expect(draftOf(club as Club)).toMatchObject({ colour: PLAIN_COLOUR, links: [{ key: 0, label: 'a', url: 'b' }] })
  })

  it('refuses files that are no picture or too large', () => {
    expect(pictureRefusal({ type: 'image/webp', size: 10_485_760 })).toBeNull()
    expect(pictureRefusal({ type: 'image/webp', size: 10_485_761 })).toBe(messages.PICTURE_LARGE)
    for (const type of ['application/pdf', 'image/svg+xml', '']) {
      expect(pictureRefusal({ type, size: 1 })).toBe(messages.PICTURE_NONE)
    }
  })
})
