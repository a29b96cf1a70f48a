/**
 * The whole application: providers around the router. Pages bring their own frame, and heavy parts load with
 * the pages.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { RouterProvider } from 'react-router'
import { ApiError } from './api/api-error.ts'
import { useStorageRefusal } from './api/device-storage.ts'
import { useKeptSettings } from './api/kept-settings.ts'
import { router } from './router.tsx'
import { DateStyleContext } from './ui/date-style.ts'
import { Toaster } from './ui/toaster.tsx'

/**
 * A decision of the server does not change by asking again, so only a broken connection is tried once more.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => !(error instanceof ApiError) && count < 1, staleTime: 10_000 },
    },
  })
}

const StorageNote = lazy(() => import('./ui/storage-note.tsx'))

export function App() {
  const [client] = useState(createQueryClient)
  const dateStyle = useKeptSettings(state => state.settings.dateStyle) ?? 'relative'
  const refused = useStorageRefusal(state => state.refused)
  return (
    <QueryClientProvider client={client}>
      <DateStyleContext value={dateStyle}>
        {refused && (
          <Suspense>
            <StorageNote />
          </Suspense>
        )}
        <RouterProvider router={router} />
        <Toaster />
      </DateStyleContext>
    </QueryClientProvider>
  )
}
