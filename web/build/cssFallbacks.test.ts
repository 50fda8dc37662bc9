/** Fallbacks of the styles: what older browsers get, and that the newest keep theirs. */
import { expect, test } from 'vitest'
import { withFallbacks } from './cssFallbacks.ts'

test('a length of the visible viewport comes after one of the viewport', () => {
  expect(withFallbacks('.a{min-height:calc(100dvh - 3rem)}')).toBe(
    '.a{min-height:calc(100vh - 3rem);min-height:calc(100dvh - 3rem)}',
  )
  expect(withFallbacks('.a{padding-top:14svh;width:90lvw}')).toBe(
    '.a{padding-top:14vh;padding-top:14svh;width:90vw;width:90lvw}',
  )
})

test('what moves as a property moves as a transform where that is not known', () => {
  const one = '.a{--y:2px;translate:var(--x) var(--y)}'
  expect(withFallbacks(one)).toBe(`${one}@supports not (translate:0){.a{transform:translate(var(--x),var(--y))}}`)
  expect(withFallbacks('.a:is([open] *){rotate:180deg}')).toContain('{.a:is([open] *){transform:rotate(180deg)}}')
  expect(withFallbacks('@media (min-width:40rem){.a{scale:.98}}')).toBe(
    '@media (min-width:40rem){.a{scale:.98}@supports not (translate:0){.a{transform:scale(.98)}}}',
  )
})

test('a selector that a browser may not know does not take the others with it', () => {
  expect(withFallbacks('summary,label:has(input){cursor:pointer}')).toBe(
    'summary{cursor:pointer}label:has(input){cursor:pointer}',
  )
  expect(withFallbacks('a:has(b),c:has(d){x:y}')).toBe('a:has(b),c:has(d){x:y}')
})

test('layers are named by empty blocks, in their order', () => {
  expect(withFallbacks('@layer theme, base;@layer base{.a{x:y}}@layer components;@layer utilities{.b{x:y}}')).toBe(
    '@layer theme{}@layer base{}@layer base{.a{x:y}}@layer components{}@layer utilities{.b{x:y}}',
  )
})

test('the rest stays as it is', () => {
  const css = '@layer base{.a{color:red;transform:rotate(1deg)}}@keyframes turn{to{transform:rotate(360deg)}}'
  expect(withFallbacks(css)).toBe(css)
})
