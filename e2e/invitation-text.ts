/** Writes the calendar with which somebody is invited to a reading. */
export const invitationText = (organizer: string, invited: string): string =>
  [
    ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:reading@yanshu.test', 'SEQUENCE:1'],
    ...['DTSTART;TZID=Europe/Berlin:20301203T070000', 'DTEND;TZID=Europe/Berlin:20301203T083000'],
    ...['SUMMARY:十二月的读书会', 'LOCATION:老书店二楼'],
    `ORGANIZER;CN=周予安:mailto:${organizer}`,
    `ATTENDEE;CN=Lin;RSVP=TRUE:mailto:${invited}`,
    ...['ATTENDEE:mailto:other@example.com', 'END:VEVENT', 'END:VCALENDAR'],
  ].join('\n')
