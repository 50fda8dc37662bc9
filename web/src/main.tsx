/** Mounts the app. */
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startBackground } from './app/background'
import { Providers } from './app/providers'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
}
startBackground()
