/** Rows in boundaries of their own, and that the lists of what people wrote are made of them. */
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { initials } from './Avatar'
import { ROW_BROKEN, renderRows } from './RowBoundary'

type Item = { id: number; text: string | null }
const ITEMS: Item[] = [
  { id: 1, text: 'one' },
  { id: 2, text: null },
  { id: 3, text: 'three' },
]

function Text({ item }: { item: Item }) {
  return <li>{(item.text as string).toUpperCase()}</li>
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
})

it('shows the rows around one that cannot be shown', () => {
  render(
    <ul>
      {renderRows('li', ITEMS, (item) => (
        <Text item={item} />
      ))}
    </ul>,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['ONE', ROW_BROKEN, 'THREE'])
})

it('catches what the row itself throws', () => {
  render(
    <ul>
      {renderRows('li', ITEMS, (item) => (
        <li>{(item.text as string).toUpperCase()}</li>
      ))}
    </ul>,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['ONE', ROW_BROKEN, 'THREE'])
})

it('keeps a table a table', () => {
  const rows = renderRows('tr', ITEMS, (item) => (
    <tr>
      <td>{(item.text as string).toUpperCase()}</td>
    </tr>
  ))
  render(
    <table>
      <tbody>{rows}</tbody>
    </table>,
  )
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(['ONE', ROW_BROKEN, 'THREE'])
})

it('tries a row again when there is something new to show', () => {
  const { rerender } = render(
    <ul>
      {renderRows('li', ITEMS, (item) => (
        <Text item={item} />
      ))}
    </ul>,
  )
  expect(screen.getByText(ROW_BROKEN)).toBeInTheDocument()
  const mended = ITEMS.map((item) => ({ ...item, text: item.text ?? 'two' }))
  rerender(
    <ul>
      {renderRows('li', mended, (item) => (
        <Text item={item} />
      ))}
    </ul>,
  )
  expect(screen.queryByText(ROW_BROKEN)).not.toBeInTheDocument()
  expect(screen.getByText('TWO')).toBeInTheDocument()
})

it('tells rows without an id apart by their key', () => {
  const words = [{ word: 'a' }, { word: 'b' }]
  render(
    <ul>
      {renderRows(
        'li',
        words,
        ({ word }) => (
          <li>{word}</li>
        ),
        ({ word }) => word,
      )}
    </ul>,
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

it.each([
  ['🎓 🎓', '🎓🎓'],
  ['👨‍👩‍👧 Rao', '👨‍👩‍👧R'],
  ['e\u0301va', 'E\u0301'],
  ['\ud83d', '\uFFFD'],
  ['ada lovelace', 'AL'],
  ['  ', '?'],
])('makes initials of whole characters: %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

/** Lists of what people wrote, each by the file that maps it. */
const LISTS = [
  'features/attempts/pages/ContestListPage.tsx',
  'features/attempts/pages/MyContestsPage.tsx',
  'features/attempts/components/LeaderboardTable.tsx',
  'features/attempts/components/CorrectionNotes.tsx',
  'features/attempts/components/OwnAnswers.tsx',
  'features/attempts/components/Podium.tsx',
  'features/attempts/components/QuestionStats.tsx',
  'features/clubs/pages/ClubsPage.tsx',
  'features/clubs/components/Administrators.tsx',
  'features/clubs/components/ClubAbout.tsx',
  'features/clubs/components/ClubSidebar.tsx',
  'features/clubs/components/ClubFeedback.tsx',
  'features/clubs/components/MemberTable.tsx',
  'features/clubs/components/MyClubs.tsx',
  'features/clubs/components/PostHolders.tsx',
  'features/clubs/components/SendNotification.tsx',
  'features/contests/pages/CreateContestPage.tsx',
  'features/contests/pages/QuestionsPage.tsx',
  'features/contests/components/CorrectionLog.tsx',
  'features/events/pages/EventPage.tsx',
  'features/events/pages/EventsPage.tsx',
  'features/events/components/ClubEvents.tsx',
  'features/events/components/NextEvents.tsx',
  'features/events/components/Participants.tsx',
  'features/galleries/components/ClubGallery.tsx',
  'features/galleries/components/GalleryHub.tsx',
  'features/notify/pages/InboxPage.tsx',
  'features/notify/components/NotificationBell.tsx',
  'features/notify/components/UnreadNotices.tsx',
  'features/operations/components/Enquiries.tsx',
  'features/operations/components/Jobs.tsx',
  'features/operations/components/System.tsx',
  'features/payments/pages/SalesPage.tsx',
  'features/payments/components/PaymentCases.tsx',
  'features/payments/components/PurchaseList.tsx',
  'features/polls/pages/PollsPage.tsx',
  'pages/components/DashboardLists.tsx',
  'pages/components/OpenPolls.tsx',
]
const SOURCES = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../api/generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** A row that is made without a boundary. */
const BARE_ROW =
  /\.(?:map|flatMap)\(\s*(?:\((?:[^()]|\([^()]*\))*\)|\w+)\s*=>\s*(?:\(\s*|\{(?:(?!\n\s*\}\)).){0,600}?return\s*\(?\s*)?<(?:li|tr)\b/s

/** Lists of our own words, of what their only reader types, and within one question, whose row has the boundary. */
const OWN_WORDS = [
  'app/shell/Footer.tsx',
  'app/shell/NavBar.tsx',
  'features/attempts/changing/Palette.tsx',
  'features/attempts/room/QuestionNavigator.tsx',
  'features/attempts/room/QuestionView.tsx',
  'features/attempts/room/SeveralOptions.tsx',
  'features/attempts/room/SubmitDialog.tsx',
  'features/clubs/components/ClubFeedback.tsx',
  'features/clubs/components/ClubSidebar.tsx',
  'features/contests/components/DrawPanel.tsx',
  'features/contests/components/GenerationCard.tsx',
  'features/contests/components/PastedQuestions.tsx',
  'features/contests/components/QuestionRow.tsx',
  'features/contests/components/QuestionPreview.tsx',
  'features/contests/components/StepIndicator.tsx',
  'features/contests/components/TypedKeyShown.tsx',
  'features/events/components/OptionList.tsx',
  'features/galleries/components/GalleryCarousel.tsx',
  'features/galleries/components/GalleryManager.tsx',
  'features/notify/components/NotificationPreferences.tsx',
  'features/operations/components/System.tsx',
  'features/payments/components/PlanBenefits.tsx',
  'features/payments/components/PlanCard.tsx',
  'features/profile/components/DeleteAccount.tsx',
  'features/profile/components/ProfileView.tsx',
  'pages/KitPage.tsx',
  'pages/LicencesPage.tsx',
  'pages/WalkthroughPage.tsx',
  'pages/components/ContestTimeline.tsx',
  'pages/components/FeatureGrid.tsx',
  'pages/components/PolicyFrame.tsx',
  'pages/components/PolicyText.tsx',
  'pages/components/SampleQuestion.tsx',
  'ui/FilePicker.tsx',
]

it('gives rows without a boundary to our own words alone', () => {
  const bare = Object.entries(SOURCES).filter(([, source]) => BARE_ROW.test(source))
  expect(bare.map(([file]) => file.replace(/^(\.\.|\.)\//, (way) => (way === './' ? 'ui/' : ''))).sort()).toEqual(
    [...OWN_WORDS].sort(),
  )
})

it.each(LISTS)('%s gives each row a boundary', (file) => {
  expect(SOURCES[`../${file}`]).toMatch(/\brenderRows\(\s*'(li|tr|div)',/)
})

it('puts no text of people into an address but through `encoded`', () => {
  // Ids and keys of ours, and our own addresses, are plain letters.
  const own = [
    'app/paths.ts',
    'api/liveStream.ts',
    'api/pictures.ts',
    'prefetch.ts',
    'features/attempts/api.ts',
    'features/attempts/room/takePrefetchedAttempt.ts',
    'features/events/api.ts',
    'lib/cutText.ts',
    'pages/components/PolicyText.tsx',
    'sw.ts',
  ]
  const found = Object.entries(SOURCES).filter(([, text]) => /encodeURI(Component)?\b/.test(text))
  expect(found.map(([file]) => file.slice(3)).filter((file) => !own.includes(file))).toEqual([])
})
