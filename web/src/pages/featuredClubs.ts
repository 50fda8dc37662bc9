/**
 * Featured clubs: the five clubs of the landing page. What each is about is fixed text; its page is linked where the
 * club exists.
 */
import type { ClubSignName } from './components/ClubSign'

export type FeaturedClub = { name: string; sign: ClubSignName; path: string; line: string }

export const FEATURED_CLUBS: FeaturedClub[] = [
  {
    name: 'Drama',
    sign: 'drama',
    path: 'dramatic',
    line: 'For the stage and the street: acting, writing, light, and the nerve to go on.',
  },
  {
    name: 'Tech',
    sign: 'tech',
    path: 'tech',
    line: 'For those who take it apart: circuits, compilers, and robots that mostly work.',
  },
  {
    name: 'Literature',
    sign: 'literature',
    path: 'literature',
    line: 'For readers and writers: poems read aloud, drafts argued over line by line.',
  },
  {
    name: 'Sports',
    sign: 'sports',
    path: 'sports',
    line: 'For legs and lungs: from the first slow lap to the hostel final.',
  },
  {
    name: 'Music',
    sign: 'music',
    path: 'music',
    line: 'For ears and hands: ragas, riffs, and a rehearsal room that is never quiet.',
  },
]
