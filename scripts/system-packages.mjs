// Installs the system packages that the tests need: a browser with Chinese fonts, PostgreSQL, foreign mail
// programs and proxies. As root on Debian it installs them; elsewhere it names the missing ones, and the tests that need
// them are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const needed = [
  { package: 'chromium', file: '/usr/bin/chromium', for: 'browser tests' },
  { package: 'fonts-noto-cjk', file: '/usr/share/fonts/opentype/noto', for: 'Chinese text in browser tests' },
  { package: 'curl', file: '/usr/bin/curl', for: 'samples for the shell' },
  { package: 'python3', file: '/usr/bin/python3', for: 'samples in Python' },
  { package: 'postgresql', file: '/usr/lib/postgresql', for: 'tests on PostgreSQL' },
  { package: 'postfix', file: '/usr/sbin/postfix', for: 'tests with a real mail server' },
  { package: 'swaks', file: '/usr/bin/swaks', for: 'mail from a foreign client' },
  {
    package: 'libnet-ssleay-perl',
    file: '/usr/share/doc/libnet-ssleay-perl',
    for: 'STARTTLS from a foreign client',
  },
  {
    package: 'python3-icalendar',
    file: '/usr/lib/python3/dist-packages/icalendar',
    for: 'answers to invitations before a foreign calendar',
  },
  { package: 'dovecot-imapd', file: '/usr/lib/dovecot/imap', for: 'answers to mail programs before Dovecot' },
  { package: 'haproxy', file: '/usr/sbin/haproxy', for: 'tests behind HAProxy' },
  { package: 'nginx', file: '/usr/sbin/nginx', for: 'tests behind nginx' },
  {
    package: 'libnginx-mod-stream',
    file: '/usr/lib/nginx/modules/ngx_stream_module.so',
    for: 'mail through nginx',
  },
  { package: 'caddy', file: '/usr/bin/caddy', for: 'tests behind Caddy' },
  { package: 'bind9', file: '/usr/sbin/named', for: 'tests with a real name server' },
  { package: 'pebble', file: '/usr/bin/pebble', for: 'certificates from a real authority' },
  { package: 'fail2ban', file: '/usr/bin/fail2ban-regex', for: 'the filter for fail2ban' },
  { package: 'jq', file: '/usr/bin/jq', for: 'questions to the log' },
  { package: 'faketime', file: '/usr/bin/faketime', for: 'tests with a clock that leaps' },
  { package: 'isync', file: '/usr/bin/mbsync', for: 'IMAP before mbsync' },
  { package: 'opendkim', file: '/usr/sbin/opendkim', for: 'signatures before OpenDKIM' },
  { package: 'python3-dkim', file: '/usr/bin/dkimverify', for: 'signatures before dkimpy' },
  {
    package: 'python3-nacl',
    file: '/usr/lib/python3/dist-packages/nacl',
    for: 'Ed25519 signatures before dkimpy',
  },
]

/**
 * The browser without a window opens a page in half the time; if it is not available, the full one is used.
 */
const better = { package: 'chromium-headless-shell', file: '/usr/bin/chromium-headless-shell' }

const missing = () => needed.filter(item => !existsSync(item.file))

function apt(args, complaints = 'inherit') {
  // At this run level an installer starts no services: they would take the ports of this machine.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', complaints], env })
}

const install = (packages, complaints) =>
  apt(['install', '-y', '--no-install-recommends', ...packages], complaints)

export function ensureSystemPackages() {
  let wanted = missing()
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall && (wanted.length > 0 || !existsSync(better.file))) apt(['update'])
  if (mayInstall && wanted.length > 0) {
    console.log(`Installing ${wanted.map(item => item.package).join(', ')} …`)
    // The installer of Postfix asks how this machine delivers mail; the answer is not at all.
    const answer = 'postfix postfix/main_mailer_type select No configuration\n'
    spawnSync('debconf-set-selections', { input: answer, stdio: ['pipe', 'ignore', 'ignore'] })
    install(wanted.map(item => item.package))
    wanted = missing()
  }
  // This package is installed alone, because an unavailable package would stop the installation of all
  // others.
  if (mayInstall && !existsSync(better.file)) install([better.package], 'ignore')
  for (const item of wanted) {
    console.log(`MISSING: ${item.package} is not installed; ${item.for} are left out.`)
  }
}
