import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startServiceWorker } from './api/service-worker.ts'
import { loadVariables } from './api/start-up.ts'
import { App } from './app.tsx'
import { followLostLogin, startProgressBar, whenFirstPageIsThere } from './router.tsx'
import './ui/tokens.css'
import './ui/base.css'
import './ui/first-picture.css'
import { startTheme } from './ui/theme.ts'

startTheme()
startProgressBar()
followLostLogin()
startServiceWorker()
loadVariables().catch((error: unknown) => console.error(error instanceof Error ? error.message : error))

const root = document.getElementById('root')
if (root) {
  // Until then index.html shows something, which an empty frame would replace.
  whenFirstPageIsThere(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
