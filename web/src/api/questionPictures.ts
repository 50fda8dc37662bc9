/**
 * Pictures of questions, as replies carry them: those of a question, and one of an option by the option's text, so that they go along
 * wherever options are put into another order.
 */
import type { QuestionPictureOut } from './generated/types.gen'

export type QuestionPicture = {
  /** What it shows, in words. */
  alt: string
  /** Of the largest there is. */
  width: number
  height: number
  /** Addresses: for a phone's screen, and to look at closely. */
  small: string
  large: string
}
export type PicturesOfQuestion = { question: QuestionPicture[]; options: Record<string, QuestionPicture> }

export function pictureFrom({ alt, width, height, urls }: Omit<QuestionPictureOut, 'option'>): QuestionPicture {
  return { alt, width, height, small: urls['480'], large: urls['1280'] }
}

/** For a question with these options; nothing where it has no pictures. */
export function picturesFrom(
  sent: QuestionPictureOut[] | null | undefined,
  options: readonly string[],
): { pictures?: PicturesOfQuestion } {
  if (!sent || sent.length === 0) return {}
  const ofOptions = sent.flatMap((one) => {
    const text = typeof one.option === 'number' ? options[one.option] : undefined
    return text === undefined ? [] : [[text, pictureFrom(one)] as const]
  })
  const ofQuestion = sent.filter(({ option }) => typeof option !== 'number').map(pictureFrom)
  return { pictures: { question: ofQuestion, options: Object.fromEntries(ofOptions) } }
}

/** That of an option; a text may be called like anything. */
export function pictureOfOption(pictures: PicturesOfQuestion | undefined, option: string): QuestionPicture | undefined {
  return pictures && Object.hasOwn(pictures.options, option) ? pictures.options[option] : undefined
}

/** All of a question. */
export function allPictures(pictures: PicturesOfQuestion | undefined): QuestionPicture[] {
  return pictures ? [...pictures.question, ...Object.values(pictures.options)] : []
}
