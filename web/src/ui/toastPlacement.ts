/**
 * Toast placement on a phone, where toasts are as wide as the screen: beside what can be pressed, never over it. They leave the
 * place that the styles give them for the nearest one that is free; where none is, they stay.
 */
import { type RefObject, useEffect } from 'react'

type Span = { top: number; bottom: number }

/** Between toasts and what can be pressed, and the edges of the window, in pixels. */
const GAP = 8
const PHONE = '(width < 48rem)'
const PRESSABLE = ':is(a[href],button,input,select,textarea,summary,label,[role=button],[role=tab]):not(.toasts *)'

/** How far to move down (up: below zero) from `own` in a window of that height, so that nothing of `taken` is covered. */
export function freeOffset(own: Span, taken: readonly Span[], height: number): number {
  const high = own.bottom - own.top
  const isFree = (top: number) =>
    top >= GAP && top + high <= height - GAP && taken.every((one) => top >= one.bottom || top + high <= one.top)
  const nearest = taken
    .flatMap((one) => [one.bottom + GAP, one.top - GAP - high])
    .filter(isFree)
    .sort((one, other) => Math.abs(one - own.top) - Math.abs(other - own.top))[0]
  const covers = taken.some((one) => own.top < one.bottom && own.bottom > one.top)
  return covers && nearest !== undefined ? nearest - own.top : 0
}

/** What can be pressed and seen: in the dialog that is open, else on the page. */
function pressable(): Span[] {
  const dialogs = document.querySelectorAll(':is([role=dialog],[role=alertdialog],dialog[open]):not(.toasts *)')
  const root = dialogs[dialogs.length - 1] ?? document
  return [...root.querySelectorAll(PRESSABLE)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight)
}

/** Keeps the toasts in `region` clear; `shown` changes with them. */
export function useClearPlacement(region: RefObject<HTMLElement | null>, shown: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other toasts have another height
  useEffect(() => {
    const element = region.current
    if (!element) return
    const place = () => {
      element.style.transform = ''
      if (!matchMedia(PHONE).matches || !element.firstElementChild) return
      const offset = freeOffset(element.getBoundingClientRect(), pressable(), innerHeight)
      if (offset) element.style.transform = `translateY(${offset}px)`
    }
    let timer = 0
    // After it, not during: toasts that run beside a finger are worse than one that is covered for a moment.
    const later = () => {
      clearTimeout(timer)
      timer = window.setTimeout(place, 150)
    }
    place()
    addEventListener('scroll', later, { passive: true })
    addEventListener('resize', later)
    // A toast goes along to the next page, and the page under it fills.
    const changes = new MutationObserver(later)
    if (element.firstElementChild) changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      changes.disconnect()
      removeEventListener('scroll', later)
      removeEventListener('resize', later)
    }
  }, [region, shown])
}
