/** Entry point: mounts the app. */
import './styles/base.css'
import { StrictMode } from 'react'
import { startBackgroundTasks } from './app/backgroundTasks'
import { reactDom, whenRouteLoaded } from './app/deferredReactDom'
import { loadPolyfills } from './app/loadPolyfills'
import { Providers } from './app/providers'
import { router } from './app/routes'

async function draw(root: HTMLElement): Promise<void> {
  await loadPolyfills()
  const [{ createRoot }] = await Promise.all([reactDom, whenRouteLoaded(router.load())])
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root && !window.quadTooOld) startBackgroundTasks(draw(root))
