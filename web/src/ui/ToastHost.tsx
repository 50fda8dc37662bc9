/**
 * Where toasts appear; once in the app, fetched after the page (app/providers.tsx). Announced politely: none of them
 * needs to interrupt a reader.
 */
import './toast.css'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { toast as show, ToastContainer } from 'react-toastify/unstyled'
import { ToastText } from './PlainToasts'
import { type Drawing, drawToasts } from './toast'

const draw = (one: Drawing) =>
  void show[one.tone](<ToastText text={one.text} link={one.link} />, {
    autoClose: one.autoClose,
    ...(one.id ? { toastId: one.id } : {}),
  })

export function ToastHost() {
  useEffect(() => drawToasts(draw), [])
  // In the body itself: the app's root is a layer of its own, and a dialog's veil would lie over everything in it.
  return createPortal(
    <ToastContainer
      position="bottom-left"
      autoClose={5000}
      theme="colored"
      role="status"
      limit={4}
      newestOnTop
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      draggable="touch"
    />,
    document.body,
  )
}
