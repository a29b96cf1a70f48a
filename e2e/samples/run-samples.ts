/** Runs samples as shown, one process per language, because starting a thousand would take minutes. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SampleLanguage } from '@yanshu/contract/samples'

const run = promisify(execFile)

export type Sample = { readonly text: string; readonly env: Readonly<Record<string, string>> }

/** The exit code, the output on the screen, and the one file that was saved, if any. */
export type Ran = { readonly code: number; readonly out: string; readonly saved: Buffer | null }

const given = 'hello.txt'

const runners: Readonly<Record<SampleLanguage, { command: string; file: string; script: string }>> = {
  curl: {
    command: process.execPath,
    file: 'run.cjs',
    script: `const { readFileSync } = require("node:fs"); const { spawnSync } = require("node:child_process");
const done = JSON.parse(readFileSync("samples.json", "utf8")).map(({ text, env }, at) => {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", text], { cwd: String(at), env: { ...process.env, ...env }, encoding: "utf8", timeout: 40000 });
  return { code: status ?? 1, out: stdout + stderr };
});
console.log(JSON.stringify(done));`,
  },
  typescript: {
    command: process.execPath,
    file: 'run.mjs',
    script: `import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const done = []
const place = process.cwd()
for (const [at, { text, env }] of JSON.parse(readFileSync('samples.json', 'utf8')).entries()) {
  Object.assign(process.env, env)
  process.chdir(join(place, String(at)))
  let out = ''
  const log = console.log
  console.log = value => { out += JSON.stringify(value) }
  writeFileSync(join(place, \`sample-\${at}.ts\`), text)
  try {
    await import(join(place, \`sample-\${at}.ts\`))
    done.push({ code: 0, out })
  } catch (error) {
    done.push({ code: 1, out: out + String(error.message) })
  }
  console.log = log
}
console.log(JSON.stringify(done))`,
  },
  python: {
    command: 'python3',
    file: 'run.py',
    script: `import contextlib, io, json, os
done = []
place = os.getcwd()
for at, sample in enumerate(json.load(open("samples.json"))):
    os.environ.update(sample["env"])
    os.chdir(os.path.join(place, str(at)))
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(sample["text"], "sample", "exec"), {"__name__": "__main__"})
        done.append({"code": 0, "out": out.getvalue()})
    except SystemExit as ended:
        done.append({"code": 1, "out": out.getvalue() + str(ended.code)})
print(json.dumps(done))`,
  },
}

function savedIn(folder: string): Buffer | null {
  const [file] = readdirSync(folder).filter(name => name !== given)
  return file === undefined ? null : readFileSync(join(folder, file))
}

/** Runs the samples one after the other, in the given order. */
export async function runSamples(
  language: SampleLanguage,
  place: string,
  samples: readonly Sample[],
): Promise<Ran[]> {
  const { command, file, script } = runners[language]
  for (const at of samples.keys()) {
    mkdirSync(join(place, String(at)))
    writeFileSync(join(place, String(at), given), 'hello')
  }
  writeFileSync(join(place, file), script)
  writeFileSync(join(place, 'samples.json'), JSON.stringify(samples))
  const { stdout } = await run(command, [file], { cwd: place, maxBuffer: 64 * 1024 * 1024 })
  const ended = JSON.parse(stdout) as { code: number; out: string }[]
  return ended.map((one, at) => ({ ...one, saved: savedIn(join(place, String(at))) }))
}
