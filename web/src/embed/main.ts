import '../shared/theme/fonts.css';
import type { Organization } from '../../../api/contract/organizations.ts';
import { TEXTS } from '../../../domain/text/texts.ts';
import { readChoiceFrom } from '../shared/api/organization-choice.ts';
import { programAddress, programsAddress } from './apply-address.ts';
import { element } from './element.ts';
import { postHeight } from './height.ts';
import { type Loaded, loadProgram, schoolOfPage } from './load-program.ts';
import { dress } from './look.ts';
import { linkOut, programCard } from './program-card.ts';

const { search } = location;
const isFramed = parent !== window;
const parameters = new URLSearchParams(search);
const theme = parameters.get('theme');

const message = (text: string, way: HTMLElement | null) => [
  element('div', { className: 'words' }, element('h1', { className: 'message' }, text), ...(way ? [way] : [])),
];

function again(): HTMLElement {
  const button = element('button', { className: 'button', type: 'button' }, 'Try again');
  button.onclick = () => void show();
  return button;
}

/** Null if neither the frame nor the host belongs to one school: without it, the list of programs is empty. */
const otherPrograms = (school: Organization | null) =>
  school && linkOut('link', programsAddress(school), 'See other programs');

function contentOf(loaded: Loaded, school: Organization | null): readonly HTMLElement[] {
  switch (loaded.kind) {
    case 'program':
      return programCard(loaded.batch, loaded.organization, search);
    case 'refused':
      return message(
        TEXTS.enroll.embeddingRefused,
        loaded.batchId
          ? linkOut('link', programAddress(loaded.batchId), 'Open the program page')
          : otherPrograms(school),
      );
    case 'closed':
      return message(TEXTS.enroll.notAccepting, otherPrograms(school));
    case 'failed':
      return message(loaded.message, again());
  }
}

async function show(): Promise<void> {
  const place = document.getElementById('program');
  if (!place) throw new Error('embed.html has no #program');
  const loaded = await loadProgram(parameters.get('batchId'), isFramed);
  const school = loaded.kind === 'program' ? loaded.organization : await schoolOfPage();
  if (loaded.kind === 'program') document.title = loaded.batch.name;
  dress(theme, school?.accentColor);
  place.replaceChildren(...contentOf(loaded, school));
  place.removeAttribute('aria-busy');
  postHeight(place);
}

document.documentElement.toggleAttribute('data-alone', !isFramed);
readChoiceFrom(search);
dress(theme, null);
void show();
