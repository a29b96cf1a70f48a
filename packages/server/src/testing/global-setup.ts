/** Starts PostgreSQL once for all test files of the server. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database, or empty where PostgreSQL is not installed. */
    postgresUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgresUrl', server?.url('postgres') ?? '')
  return async () => {
    await server?.stop()
  }
}
