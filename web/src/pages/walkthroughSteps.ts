/**
 * Walkthrough steps: the pictures and what they show. The pictures are real screens of the demo campus, taken by a
 * script into public/walkthrough under these names, 1280 × 800, in both themes (NAME.webp, NAME-dark.webp).
 */

export type Step = { picture: string; title: string; caption: string }

export const PICTURE = { width: 1280, height: 800 }

export const STEPS: Step[] = [
  {
    picture: 'list',
    title: 'Find a contest',
    caption:
      'The list says what matters first: what is running, how long it still runs, what starts next. A card turns active automatically.',
  },
  {
    picture: 'take',
    title: 'Take it',
    caption:
      'One question at a time, the server’s clock in sight. Each answer says when it is saved; the grid shows what is left.',
  },
  {
    picture: 'offline',
    title: 'Lose the network',
    caption:
      'Nothing is lost. Answers wait on your device, a quiet strip says how many, and they are sent when the network is back.',
  },
  {
    picture: 'results',
    title: 'See the results',
    caption: 'After the end the board opens for everybody: podium, full table, and a histogram with your place in it.',
  },
  {
    picture: 'create',
    title: 'Create your own',
    caption: 'Title, time, and who may see it. Your contests stand below with the next useful step on each card.',
  },
  {
    picture: 'question',
    title: 'Add questions',
    caption: 'The question, four options, the right one: three steps with a live preview. Or paste a whole list.',
  },
  {
    picture: 'review',
    title: 'Review and publish',
    caption:
      'Read it as participants will see it, correct what is wrong, then make it public. After the first person joins it is frozen.',
  },
]
