/** Sample questions of the landing page. Here the answer may stand in the open: nothing is at stake. */

export type SampleQuestionData = {
  text: string
  options: [string, string, string, string]
  right: number
  because: string
}

export const SAMPLE_QUESTIONS: SampleQuestionData[] = [
  {
    text: 'Twenty-three people are in a room. How likely is it that two of them share a birthday?',
    options: ['About 6%', 'About 23%', 'About 50%', 'About 90%'],
    right: 2,
    because: 'Twenty-three people make 253 pairs, and each pair is a chance.',
  },
  {
    text: 'Which two words did the 42nd Amendment add to the description of India in the Preamble?',
    options: ['Sovereign and Republic', 'Socialist and Secular', 'Secular and Democratic', 'Sovereign and Socialist'],
    right: 1,
    because: 'In 1976. “Sovereign Democratic Republic” had stood there since 1950.',
  },
  {
    text: 'A hammer and a feather fall in a tall glass tube without air. Which lands first?',
    options: ['The hammer', 'The feather', 'It depends on the height of the tube', 'Neither: they land together'],
    right: 3,
    because: 'Without air both gain the same speed every second. It was tried on the Moon in 1971.',
  },
]
