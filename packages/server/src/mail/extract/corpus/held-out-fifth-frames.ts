/** The HTML frames of the fifth set: the layout that senders wrap around the few words that matter. */

/**
 * Builds the nested tables of a bulk sender: styles, a hidden preheader, a logo, one row per part, a footer
 * with tracking links.
 */
export function tables(preheader: string, rows: string[], footer: string): string {
  const cells = rows
    .map(row => `<tr><td align="left" style="padding:8px 32px;font:16px/24px Arial,sans-serif;color:#333333">${row}</td></tr>`)
    .join('\n')
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>Message 600000</title>
<style type="text/css">body{margin:0;background:#f4f4f4}.btn{background:#112233;width:600px}@media only screen and (max-width:480px){.w{width:320px!important}}</style></head>
<body><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;</div>
<table width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f4f4"><tr><td align="center"><table class="w" width="600" cellpadding="0" cellspacing="0">
<tr><td><a href="https://click.mail.example/ls/click?upn=u001.8842-logo"><img src="https://img.mail.example/logo@2x.png" width="120" height="36" alt=""></a></td></tr>
${cells}
<tr><td style="padding:24px 32px;font-size:12px;color:#999999">${footer}</td></tr></table></td></tr></table>
<img src="https://click.mail.example/wf/open?upn=77120934" width="1" height="1" alt=""></body></html>`
}

/** Builds the plain divs of a small service. */
export function divs(parts: string[], footer: string): string {
  const inner = parts.map(part => `<div style="margin:12px 0">${part}</div>`).join('\n')
  return `<html><body style="font-family:-apple-system,'Segoe UI',sans-serif"><div style="max-width:560px;margin:0 auto">
${inner}
<hr><p style="font-size:12px;color:#8a8a8a">${footer}</p></div></body></html>`
}

/** Builds a button as mail builders write it. */
export const button = (href: string, label: string): string =>
  `<table border="0" cellspacing="0" cellpadding="0"><tr><td bgcolor="#0b5fff" style="border-radius:4px"><a href="${href}" target="_blank" style="display:inline-block;padding:12px 24px;color:#ffffff;text-decoration:none"><span>${label}</span></a></td></tr></table>`

/** The large code on a line of its own. */
export const big = (code: string): string =>
  `<p style="font-size:32px;font-weight:700;letter-spacing:6px;text-align:center;background:#f0f2f5;padding:16px">${code}</p>`
