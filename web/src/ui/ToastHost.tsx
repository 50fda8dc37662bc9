/** Where toasts appear; once in the app. Announced politely: none of them needs to interrupt a reader. */
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { ToastContainer } from 'react-toastify/unstyled'
import { showHandedToasts } from './toast'

export function ToastHost() {
  useEffect(showHandedToasts, [])
  // In the body itself: the app's root is a layer of its own, and a dialog's veil would lie over everything in it.
  return createPortal(
    <ToastContainer
      position="top-right"
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
