package io.github.paylint.spring;

import io.github.paylint.Report;

/** A request wasn't sent, because the gateway can't accept it. The message lists what is wrong, and shows no value of it. */
public final class RequestRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Report report;

    RequestRefusedException(Report report) {
        super("the request wasn't sent: " + report.summary());
        this.report = report;
    }

    /** The report; null after serialization. */
    public Report report() {
        return report;
    }
}
