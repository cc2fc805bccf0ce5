import '../shared/theme/fonts.css';
import { TEXTS } from '../../../domain/text/texts.ts';
import { call } from '../shared/api/calls.ts';
import { readChoiceFrom } from '../shared/api/organization-choice.ts';
import { programAddress, programsAddress } from './apply-address.ts';
import { element } from './element.ts';
import { postHeight } from './height.ts';
import { type Loaded, loadProgram } from './load-program.ts';
import { dress } from './look.ts';
import { linkOut, programCard } from './program-card.ts';

const { search } = location;
const isFramed = parent !== window;
const parameters = new URLSearchParams(search);
const theme = parameters.get('theme');

const message = (text: string, way: HTMLElement) => [
  element('div', { className: 'words' }, element('h1', { className: 'message' }, text), way),
];

function again(): HTMLElement {
  const button = element('button', { className: 'button', type: 'button' }, 'Try again');
  button.onclick = () => void show();
  return button;
}

const otherPrograms = () => linkOut('link', programsAddress(search), 'See other programs');

function contentOf(loaded: Loaded): readonly HTMLElement[] {
  switch (loaded.kind) {
    case 'program':
      return programCard(loaded.batch, loaded.organization, search);
    case 'refused':
      return message(
        TEXTS.enroll.embeddingRefused,
        loaded.batchId ? linkOut('link', programAddress(loaded.batchId), 'See it on its own page') : otherPrograms(),
      );
    case 'closed':
      return message(TEXTS.enroll.notAccepting, otherPrograms());
    case 'failed':
      return message(loaded.message, again());
  }
}

async function dressAsSchool(): Promise<void> {
  const organization = await call('GET /api/organizationForCurrentDomain').catch(() => null);
  if (organization) dress(theme, organization.accentColor);
}

async function show(): Promise<void> {
  const place = document.getElementById('program');
  if (!place) throw new Error('embed.html has no #program');
  const loaded = await loadProgram(parameters.get('batchId'), isFramed);
  if (loaded.kind === 'program') {
    dress(theme, loaded.organization?.accentColor);
    document.title = loaded.batch.name;
  } else void dressAsSchool();
  place.replaceChildren(...contentOf(loaded));
  place.removeAttribute('aria-busy');
  postHeight(place);
}

document.documentElement.toggleAttribute('data-alone', !isFramed);
readChoiceFrom(search);
dress(theme, null);
void show();
