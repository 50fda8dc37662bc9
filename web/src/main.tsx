/** Mounts the app. */
import './styles/base.css'
import { StrictMode } from 'react'
import { startBackground } from './app/background'
import { library, whenFound } from './app/drawing'
import { Providers } from './app/providers'
import { router } from './app/routes'

async function draw(root: HTMLElement): Promise<void> {
  const [{ createRoot }] = await Promise.all([library, whenFound(router.load())])
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) startBackground(draw(root))
