/**
 * Lazy parts of the room, which most contests do without: pictures and the box for what is typed. They come with a
 * paper that has them, kept by the service worker like the room itself (web/build/plugins.ts).
 */
import { type ComponentProps, useEffect } from 'react'
import { cx } from '@/lib/cx'
import { lazyPart } from '@/ui/lazyPart'
import { frameOf, type PictureOf, type ShownPicture } from '@/ui/pictureFrame'
import type { PaperQuestion } from '../model'

const pictures = () => import('@/ui/QuestionPicture')
const [Box, loadBox] = lazyPart(() => import('./TypedAnswer').then(({ TypedAnswer }) => TypedAnswer))
const [OfQuestion, loadOfQuestion] = lazyPart(() => pictures().then(({ QuestionPictures }) => QuestionPictures))
const [OfOption, loadOfOption] = lazyPart(() => pictures().then(({ OptionPicture }) => OptionPicture))

/** Asks for what the paper needs before its question is reached. */
export function useParts(questions: readonly PaperQuestion[]): void {
  const types = questions.some(({ typed }) => typed !== undefined)
  const shows = questions.some((question) => question.pictures !== undefined)
  useEffect(() => {
    if (types) void loadBox()
    if (shows) void loadOfQuestion().then(loadOfOption)
  }, [types, shows])
}

type BoxProps = Omit<ComponentProps<typeof Box>, 'instead'>

export function TypedBox(props: BoxProps) {
  return <Box {...props} instead={<div aria-busy="true" className="mt-5 min-h-44 md:mt-6 low:mt-2" />} />
}

type RoomPicturesProps = { pictures: readonly ShownPicture[] | undefined }

export function RoomPictures({ pictures = [] }: RoomPicturesProps) {
  if (pictures.length === 0) return null
  const instead = (
    <div aria-busy="true" className="mt-5 flex flex-wrap items-start gap-3 low:mt-2">
      {pictures.map((picture) => (
        <EmptyFrame key={picture.large} picture={picture} of="question" />
      ))}
    </div>
  )
  return <OfQuestion pictures={pictures} eager className="mt-5 low:mt-2" instead={instead} />
}

type RoomOptionPictureProps = { picture: ShownPicture | undefined; letter: string }

/** Within the frame of its option (ChoiceRow.tsx, SeveralOptions.tsx). */
export function RoomOptionPicture({ picture, letter }: RoomOptionPictureProps) {
  if (!picture) return null
  const className = 'mx-3.5 mt-0.5 mb-3.5 md:mx-4 md:mb-4'
  const instead = <EmptyFrame picture={picture} of="option" className={className} />
  return <OfOption picture={picture} letter={letter} eager className={className} instead={instead} />
}

type EmptyFrameProps = { picture: ShownPicture; of: PictureOf; className?: string }

function EmptyFrame({ picture, of, className }: EmptyFrameProps) {
  return (
    <span
      style={frameOf(picture, of)}
      className={cx('block min-w-0 rounded-control border border-line bg-[#fff] forced-color-adjust-none', className)}
    />
  )
}
