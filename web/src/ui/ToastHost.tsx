/**
 * Toast host, where toasts appear; once in the app, fetched after the page (app/providers.tsx). Announced politely:
 * none of them needs to interrupt a reader. A press closes one, as does a swipe or Escape; F6 leads to them. Whoever
 * points at them or is in another window keeps them.
 */
import './toast.css'
import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { ToastText } from './FallbackToasts'
import { drawToasts, type ToastItem } from './toast'
import { useClearPlacement } from './toastPlacement'

/** Of more at once the newest are shown. */
const MOST = 4
const MARKS = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert } as const

/** The library's own is a dialog, and what it says of that a status may not have. */
const STATUS = { role: 'status', 'aria-modal': undefined } as const

const manager = Toast.createToastManager<ToastItem>()
const draw = (one: ToastItem) => {
  const id = manager.add({ id: one.id, type: one.tone, timeout: one.autoClose, data: one })
  return () => manager.close(id)
}

export function ToastHost() {
  useEffect(() => drawToasts(draw), [])
  // In the body itself: the app's root is a layer of its own, and a dialog's veil would lie over everything in it.
  return createPortal(
    <Toast.Provider toastManager={manager} limit={MOST}>
      <Shown />
    </Toast.Provider>,
    document.body,
  )
}

/** Not that of the library, which the notifications of a person have. */
const REGION = 'Messages'

function Shown() {
  const { toasts, close } = Toast.useToastManager<ToastItem>()
  const region = useRef<HTMLDivElement>(null)
  useClearPlacement(region, toasts)
  return (
    <Toast.Viewport ref={region} className="toasts" aria-label={REGION}>
      {toasts.map((one) => {
        if (!one.data) return null
        const { tone, text, link, autoClose } = one.data
        const Mark = MARKS[tone]
        return (
          <Toast.Root
            key={one.id}
            toast={one}
            {...STATUS}
            swipeDirection={['left', 'right']}
            onClick={() => close(one.id)}
            className="toast"
          >
            <Mark aria-hidden="true" className="toast-mark" />
            <ToastText text={text} link={link} />
            {/* Shown to screen readers at any time, not only while somebody points at the toasts. */}
            <Toast.Close aria-label="Close notice" aria-hidden={false} className="toast-close">
              <X aria-hidden="true" />
            </Toast.Close>
            {autoClose > 0 ? (
              // Told again, it begins anew.
              <span
                key={one.updateKey}
                aria-hidden="true"
                className="toast-time"
                style={{ animationDuration: `${autoClose}ms` }}
              />
            ) : null}
          </Toast.Root>
        )
      })}
    </Toast.Viewport>
  )
}
