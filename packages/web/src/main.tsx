import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadVariables } from './api/start-up.ts'
import { App } from './app.tsx'
import { startProgressBar, whenFirstPageIsThere } from './router.tsx'
import { startServiceWorker } from './service-worker.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/first-picture.css'
import { startTheme } from './ui/theme.ts'

startTheme()
startProgressBar()
startServiceWorker()
loadVariables().catch((error: unknown) => console.error(error instanceof Error ? error.message : error))

const root = document.getElementById('root')
if (root) {
  // Until then index.html has something to see; an empty frame would take its place.
  whenFirstPageIsThere(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
