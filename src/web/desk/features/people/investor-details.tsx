import { formatPercent } from '../../../../shared/domain/rate.ts';
import { Row, Section } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Investor } from './people.api.ts';

interface InvestorDetailsProps {
  investor: Investor | undefined;
}

/** How the syndicate is reached, and how its portal is set up. Both come with the import, or from its own profile. */
export function InvestorDetails({ investor }: InvestorDetailsProps) {
  const shown = (value: (investor: Investor) => string) =>
    investor ? value(investor) : <Skeleton characters={24} />;
  return (
    <>
      <Section title="Contact" lead="The syndicate keeps this up to date in its profile.">
        <Row title="Person" detail={shown(({ contactPerson }) => contactPerson || NONE)} />
        <Row title="Phone" detail={shown(({ phoneNumber }) => phoneNumber || NONE)} />
        <Row title="Address" detail={shown(addressOf)} />
        <Row title="E-sign e-mail" detail={shown(({ esignEmail }) => esignEmail)} />
        <Row title="Copies to" detail={shown(({ ccEmails }) => ccEmails.join(', ') || NONE)} />
      </Section>
      <Section title="Settings" lead="Change, above, sets them, and so does an import of the syndicate.">
        <Row title="Pay days" detail={shown(({ payDays }) => payDays.map(dayName).join(', ') || NONE)} />
        <Row title="Tabs" detail={shown(tabsOf)} />
        <Row
          title="Share of a deal, unless said otherwise"
          detail={shown(({ defaultSharePercent }) => formatPercent(defaultSharePercent))}
        />
        <Row
          title="Management fee"
          detail={shown(({ managementFeePercent }) => formatPercent(managementFeePercent))}
        />
        <Row
          title="Syndication fee"
          detail={shown(({ syndicationFeePercent }) => formatPercent(syndicationFeePercent))}
        />
      </Section>
    </>
  );
}

const NONE = 'None';
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dayName = (isoDay: number): string => DAYS[isoDay - 1] ?? String(isoDay);

function addressOf({ street, city, state, zip }: Investor): string {
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [street, place].filter(Boolean).join(', ') || NONE;
}

const tabsOf = ({ showsSimpleView, showsDetailedView, showsDealsTab, showsCashBalance }: Investor): string =>
  [
    showsSimpleView && 'Simple view',
    showsDetailedView && 'Detailed view',
    showsDealsTab && 'Deals',
    showsCashBalance && 'Cash balance',
  ]
    .filter(Boolean)
    .join(', ') || NONE;
