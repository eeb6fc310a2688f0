import { usePageTitle } from '../../../page/use-page-title.ts';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Row, Section } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import parts from '../../ui/page-parts.module.css';
import { BrandSection } from './brand-section.tsx';
import { ContactSection } from './contact-section.tsx';
import { MoneySection, RecoverySection } from './money-section.tsx';
import { PromisesSection } from './promises-section.tsx';
import { ProtectionsSection, RetentionSection } from './protections-section.tsx';
import { useSettings } from './settings.api.ts';
import { SignOnSection } from './sign-on-section.tsx';

/** What the funder sets for itself. Each section is saved by itself. */
export function SettingsPage() {
  usePageTitle('Settings', 'Desk');
  const settings = useSettings();
  const { data: all } = settings;
  return (
    <>
      <PageHeader
        title="Settings"
        caption="Every change is in the audit trail, with the old and the new value."
      />
      {settings.isError && !all ? (
        <ErrorState
          title="The settings did not load"
          error={settings.error}
          onRetry={() => settings.refetch()}
          isRetrying={settings.isFetching}
        />
      ) : (
        <div className={parts['stack']}>
          <ApprovalsCard needs="change-settings" />
          <div>
            {all ? (
              <>
                <BrandSection all={all} />
                <ContactSection all={all} />
                <ProtectionsSection all={all} />
                <SignOnSection all={all} />
                <MoneySection all={all} />
                <RecoverySection all={all} />
                <PromisesSection all={all} />
                <RetentionSection all={all} />
                <TokensSection />
              </>
            ) : (
              SKELETONS.map((title) => <SectionSkeleton key={title} title={title} />)
            )}
          </div>
        </div>
      )}
    </>
  );
}

const SKELETONS = ['Name and color', 'Contact', 'Protections', 'Single sign-on of staff', 'Money'];

const SectionSkeleton = ({ title }: { title: string }) => (
  <Section title={title} lead={<Skeleton characters={30} />}>
    <Row title={<Skeleton characters={16} />} detail={<Skeleton characters={36} />} />
    <Row title={<Skeleton characters={20} />} detail={<Skeleton characters={28} />} />
  </Section>
);

const TokensSection = () => (
  <Section title="Service tokens" lead="With them the funder’s own systems call the portal.">
    <Row
      title="Tokens of your systems"
      detail="Who issued them, what each may do, and when it was last used."
      action={
        <DeskLink page="tokens" className={parts['back']}>
          Show the tokens
        </DeskLink>
      }
    />
  </Section>
);
